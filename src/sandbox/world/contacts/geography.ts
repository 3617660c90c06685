/** Where companies and people are. Continents and regions are the lookup's own; a country lies in several regions. */
export interface Country {
  readonly name: string;
  readonly continent: string;
  readonly regions: readonly string[];
  /** Which names its people have: a key of `names`. */
  readonly names: string;
  /** How its companies end. */
  readonly legal: readonly string[];
  /** How many of the companies are there, in parts. */
  readonly weight: number;
  /** `City/State`. */
  readonly cities: readonly string[];
}

const country = (
  name: string,
  continent: string,
  regions: string,
  names: string,
  legal: string,
  weight: number,
  cities: string,
): Country => ({
  name,
  continent,
  regions: regions.split(', '),
  names,
  legal: legal.split('|'),
  weight,
  cities: cities.split(', '),
});

const eu = 'Europe';
const na = 'North America';
const sa = 'South America';
const as = 'Asia';

export const countries: readonly Country[] = [
  country(
    'United States',
    na,
    'North America, Americas',
    'english',
    'Inc.|LLC|Corp.',
    300,
    'New York/New York, Buffalo/New York, San Francisco/California, Los Angeles/California, San Diego/California, Sacramento/California, Austin/Texas, Dallas/Texas, Houston/Texas, Chicago/Illinois, Boston/Massachusetts, Seattle/Washington, Denver/Colorado, Atlanta/Georgia, Miami/Florida, Tampa/Florida, Portland/Oregon, Phoenix/Arizona, Philadelphia/Pennsylvania, Raleigh/North Carolina, Minneapolis/Minnesota, Columbus/Ohio',
  ),
  country(
    'Canada',
    na,
    'North America, Americas',
    'english',
    'Inc.|Ltd.',
    45,
    'Toronto/Ontario, Ottawa/Ontario, Montréal/Québec, Québec/Québec, Vancouver/British Columbia, Calgary/Alberta, Halifax/Nova Scotia',
  ),
  country(
    'Mexico',
    na,
    'Latin America, Americas',
    'spanish',
    'S.A. de C.V.',
    20,
    'Ciudad de México/Ciudad de México, Guadalajara/Jalisco, Monterrey/Nuevo León, Mérida/Yucatán',
  ),
  country(
    'United Kingdom',
    eu,
    'EMEA, UK & Ireland, Western Europe',
    'english',
    'Ltd|PLC',
    95,
    'London/England, Manchester/England, Birmingham/England, Bristol/England, Leeds/England, Edinburgh/Scotland, Glasgow/Scotland, Cardiff/Wales, Belfast/Northern Ireland',
  ),
  country(
    'Ireland',
    eu,
    'EMEA, UK & Ireland, Western Europe',
    'english',
    'Ltd',
    14,
    'Dublin/Leinster, Cork/Munster, Galway/Connacht, Limerick/Munster',
  ),
  country(
    'Germany',
    eu,
    'EMEA, DACH, Western Europe',
    'german',
    'GmbH|AG|GmbH & Co. KG',
    90,
    'Berlin/Berlin, Hamburg/Hamburg, München/Bayern, Nürnberg/Bayern, Köln/Nordrhein-Westfalen, Düsseldorf/Nordrhein-Westfalen, Frankfurt am Main/Hessen, Stuttgart/Baden-Württemberg, Karlsruhe/Baden-Württemberg, Leipzig/Sachsen, Hannover/Niedersachsen',
  ),
  country(
    'Austria',
    eu,
    'EMEA, DACH, Western Europe',
    'german',
    'GmbH|AG',
    15,
    'Wien/Wien, Graz/Steiermark, Linz/Oberösterreich, Salzburg/Salzburg, Innsbruck/Tirol',
  ),
  country(
    'Switzerland',
    eu,
    'EMEA, DACH, Western Europe',
    'german',
    'AG|GmbH',
    20,
    'Zürich/Zürich, Bern/Bern, Basel/Basel-Stadt, Genève/Genève, Lausanne/Vaud',
  ),
  country(
    'France',
    eu,
    'EMEA, Western Europe',
    'french',
    'SAS|SARL|SA',
    60,
    'Paris/Île-de-France, Lyon/Auvergne-Rhône-Alpes, Grenoble/Auvergne-Rhône-Alpes, Marseille/Provence-Alpes-Côte d’Azur, Toulouse/Occitanie, Nantes/Pays de la Loire, Lille/Hauts-de-France, Bordeaux/Nouvelle-Aquitaine',
  ),
  country(
    'Netherlands',
    eu,
    'EMEA, Benelux, Western Europe',
    'dutch',
    'B.V.|N.V.',
    35,
    'Amsterdam/Noord-Holland, Rotterdam/Zuid-Holland, Den Haag/Zuid-Holland, Utrecht/Utrecht, Eindhoven/Noord-Brabant',
  ),
  country(
    'Belgium',
    eu,
    'EMEA, Benelux, Western Europe',
    'dutch',
    'BV|NV',
    16,
    'Brussel/Brussel, Antwerpen/Vlaanderen, Gent/Vlaanderen, Liège/Wallonie',
  ),
  country(
    'Luxembourg',
    eu,
    'EMEA, Benelux, Western Europe',
    'french',
    'S.à r.l.',
    3,
    'Luxembourg/Luxembourg',
  ),
  country(
    'Spain',
    eu,
    'EMEA, Southern Europe',
    'spanish',
    'S.L.|S.A.',
    40,
    'Madrid/Madrid, Barcelona/Cataluña, Valencia/Comunidad Valenciana, Sevilla/Andalucía, Málaga/Andalucía, Bilbao/País Vasco',
  ),
  country(
    'Portugal',
    eu,
    'EMEA, Southern Europe',
    'portuguese',
    'Lda.|S.A.',
    12,
    'Lisboa/Lisboa, Porto/Porto, Braga/Braga, Coimbra/Coimbra',
  ),
  country(
    'Italy',
    eu,
    'EMEA, Southern Europe',
    'italian',
    'S.r.l.|S.p.A.',
    38,
    'Milano/Lombardia, Bergamo/Lombardia, Roma/Lazio, Torino/Piemonte, Bologna/Emilia-Romagna, Napoli/Campania, Verona/Veneto',
  ),
  country(
    'Greece',
    eu,
    'EMEA, Southern Europe',
    'greek',
    'A.E.',
    7,
    'Athens/Attica, Thessaloniki/Central Macedonia, Patras/Western Greece',
  ),
  country(
    'Sweden',
    eu,
    'EMEA, Nordics',
    'nordic',
    'AB',
    22,
    'Stockholm/Stockholms län, Göteborg/Västra Götaland, Malmö/Skåne, Uppsala/Uppsala län',
  ),
  country(
    'Norway',
    eu,
    'EMEA, Nordics',
    'nordic',
    'AS',
    13,
    'Oslo/Oslo, Bergen/Vestland, Trondheim/Trøndelag, Stavanger/Rogaland',
  ),
  country(
    'Denmark',
    eu,
    'EMEA, Nordics',
    'nordic',
    'A/S|ApS',
    15,
    'København/Hovedstaden, Aarhus/Midtjylland, Odense/Syddanmark, Aalborg/Nordjylland',
  ),
  country(
    'Finland',
    eu,
    'EMEA, Nordics',
    'finnish',
    'Oy',
    12,
    'Helsinki/Uusimaa, Espoo/Uusimaa, Tampere/Pirkanmaa, Turku/Varsinais-Suomi',
  ),
  country('Iceland', eu, 'EMEA, Nordics', 'nordic', 'ehf.', 2, 'Reykjavík/Höfuðborgarsvæðið'),
  country(
    'Poland',
    eu,
    'EMEA, Central & Eastern Europe',
    'polish',
    'Sp. z o.o.|S.A.',
    28,
    'Warszawa/Mazowieckie, Kraków/Małopolskie, Wrocław/Dolnośląskie, Gdańsk/Pomorskie, Poznań/Wielkopolskie, Łódź/Łódzkie',
  ),
  country(
    'Czechia',
    eu,
    'EMEA, Central & Eastern Europe',
    'czech',
    's.r.o.|a.s.',
    12,
    'Praha/Praha, Brno/Jihomoravský kraj, Ostrava/Moravskoslezský kraj',
  ),
  country(
    'Romania',
    eu,
    'EMEA, Central & Eastern Europe',
    'romanian',
    'S.R.L.',
    11,
    'București/București, Cluj-Napoca/Cluj, Timișoara/Timiș, Iași/Iași',
  ),
  country(
    'Hungary',
    eu,
    'EMEA, Central & Eastern Europe',
    'hungarian',
    'Kft.',
    8,
    'Budapest/Budapest, Debrecen/Hajdú-Bihar, Szeged/Csongrád-Csanád',
  ),
  country('Estonia', eu, 'EMEA, Baltics', 'finnish', 'OÜ', 4, 'Tallinn/Harju, Tartu/Tartu'),
  country(
    'Türkiye',
    as,
    'EMEA, Middle East',
    'turkish',
    'A.Ş.|Ltd. Şti.',
    16,
    'İstanbul/İstanbul, Ankara/Ankara, İzmir/İzmir',
  ),
  country(
    'Israel',
    as,
    'EMEA, Middle East',
    'hebrew',
    'Ltd.',
    14,
    'Tel Aviv/Tel Aviv, Haifa/Haifa, Jerusalem/Jerusalem',
  ),
  country(
    'United Arab Emirates',
    as,
    'EMEA, Middle East, GCC',
    'arabic',
    'FZ-LLC|LLC',
    14,
    'Dubai/Dubai, Abu Dhabi/Abu Dhabi, Sharjah/Sharjah',
  ),
  country(
    'Saudi Arabia',
    as,
    'EMEA, Middle East, GCC',
    'arabic',
    'LLC',
    9,
    'Riyadh/Riyadh, Jeddah/Makkah, Dammam/Eastern Province',
  ),
  country(
    'Egypt',
    'Africa',
    'EMEA, Middle East, Africa',
    'arabic',
    'S.A.E.',
    7,
    'Cairo/Cairo, Alexandria/Alexandria',
  ),
  country(
    'South Africa',
    'Africa',
    'EMEA, Africa',
    'southAfrican',
    '(Pty) Ltd',
    11,
    'Johannesburg/Gauteng, Pretoria/Gauteng, Cape Town/Western Cape, Durban/KwaZulu-Natal',
  ),
  country(
    'Nigeria',
    'Africa',
    'EMEA, Africa',
    'nigerian',
    'Ltd',
    8,
    'Lagos/Lagos, Abuja/Federal Capital Territory, Ibadan/Oyo',
  ),
  country('Kenya', 'Africa', 'EMEA, Africa', 'kenyan', 'Ltd', 5, 'Nairobi/Nairobi, Mombasa/Mombasa'),
  country(
    'Brazil',
    sa,
    'Latin America, Americas',
    'portuguese',
    'Ltda.|S.A.',
    34,
    'São Paulo/São Paulo, Campinas/São Paulo, Rio de Janeiro/Rio de Janeiro, Belo Horizonte/Minas Gerais, Curitiba/Paraná, Porto Alegre/Rio Grande do Sul, Florianópolis/Santa Catarina',
  ),
  country(
    'Argentina',
    sa,
    'Latin America, Americas',
    'spanish',
    'S.A.|S.R.L.',
    12,
    'Buenos Aires/Buenos Aires, Córdoba/Córdoba, Rosario/Santa Fe',
  ),
  country(
    'Chile',
    sa,
    'Latin America, Americas',
    'spanish',
    'SpA',
    8,
    'Santiago/Región Metropolitana, Valparaíso/Valparaíso, Concepción/Biobío',
  ),
  country(
    'Colombia',
    sa,
    'Latin America, Americas',
    'spanish',
    'S.A.S.',
    10,
    'Bogotá/Bogotá, Medellín/Antioquia, Cali/Valle del Cauca',
  ),
  country(
    'Japan',
    as,
    'APAC, East Asia',
    'japanese',
    'K.K.',
    30,
    'Tokyo/Tokyo, Osaka/Osaka, Yokohama/Kanagawa, Nagoya/Aichi, Fukuoka/Fukuoka',
  ),
  country(
    'South Korea',
    as,
    'APAC, East Asia',
    'korean',
    'Co., Ltd.',
    16,
    'Seoul/Seoul, Busan/Busan, Incheon/Incheon, Daejeon/Daejeon',
  ),
  country(
    'Taiwan',
    as,
    'APAC, East Asia',
    'chinese',
    'Co., Ltd.',
    9,
    'Taipei/Taipei, Hsinchu/Hsinchu, Taichung/Taichung',
  ),
  country('Singapore', as, 'APAC, Southeast Asia', 'chinese', 'Pte. Ltd.', 15, 'Singapore/Singapore'),
  country(
    'India',
    as,
    'APAC, South Asia',
    'indian',
    'Pvt. Ltd.|Ltd.',
    65,
    'Bengaluru/Karnataka, Mumbai/Maharashtra, Pune/Maharashtra, New Delhi/Delhi, Hyderabad/Telangana, Chennai/Tamil Nadu, Kolkata/West Bengal',
  ),
  country(
    'Indonesia',
    as,
    'APAC, Southeast Asia',
    'indonesian',
    'PT',
    12,
    'Jakarta/Jakarta, Surabaya/East Java, Bandung/West Java',
  ),
  country(
    'Vietnam',
    as,
    'APAC, Southeast Asia',
    'vietnamese',
    'JSC',
    8,
    'Hồ Chí Minh/Hồ Chí Minh, Hà Nội/Hà Nội, Đà Nẵng/Đà Nẵng',
  ),
  country(
    'Australia',
    'Oceania',
    'APAC, ANZ',
    'english',
    'Pty Ltd',
    38,
    'Sydney/New South Wales, Newcastle/New South Wales, Melbourne/Victoria, Brisbane/Queensland, Perth/Western Australia, Adelaide/South Australia',
  ),
  country(
    'New Zealand',
    'Oceania',
    'APAC, ANZ',
    'english',
    'Ltd',
    9,
    'Auckland/Auckland, Wellington/Wellington, Christchurch/Canterbury',
  ),
];

export interface City {
  readonly city: string;
  readonly state: string;
  /** Index into `countries`. */
  readonly country: number;
}

/** Every city; those of one country stand together, from `firstCity[country]` on. */
export const cities: readonly City[] = countries.flatMap(({ cities }, index) =>
  cities.map((text) => {
    const [city = '', state = ''] = text.split('/');
    return { city, state, country: index };
  }),
);

export const firstCity: readonly number[] = countries.map((_, index) =>
  cities.findIndex(({ country }) => country === index),
);

const sorted = (values: Iterable<string>): string[] => [...new Set(values)].sort((a, b) => (a < b ? -1 : 1));

export const countryNames = sorted(countries.map(({ name }) => name));
export const regions = sorted(countries.flatMap(({ regions }) => regions));
export const continents = sorted(countries.map(({ continent }) => continent));
