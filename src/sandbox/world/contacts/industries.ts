export interface Industry {
  readonly name: string;
  /** What its companies put behind their name; a word of it may stand in a search for keywords, too. */
  readonly words: readonly string[];
  /** What it is about, for searches by keyword. */
  readonly keywords: string;
}

const industry = (name: string, words: string, keywords: string): Industry => ({
  name,
  words: words.split(', '),
  keywords,
});

export const industries: readonly Industry[] = [
  industry(
    'Software Development',
    'Software, Labs, Systems, Cloud',
    'saas b2b software cloud platform api automation enterprise software',
  ),
  industry(
    'Information Technology & Services',
    'IT Services, Technologies, Digital',
    'managed services it consulting cloud migration integration help desk',
  ),
  industry(
    'Computer & Network Security',
    'Security, Cyber, Shield',
    'cybersecurity penetration testing zero trust identity compliance soc',
  ),
  industry(
    'Financial Services',
    'Capital, Finance, Advisory',
    'wealth management lending asset management fintech payments',
  ),
  industry('Banking', 'Bank, Credit', 'retail banking commercial banking mortgages deposits'),
  industry('Insurance', 'Insurance, Assurance', 'underwriting claims brokerage insurtech risk'),
  industry('Accounting', 'Accounting, Audit', 'bookkeeping tax audit payroll'),
  industry(
    'Management Consulting',
    'Consulting, Partners, Advisory',
    'strategy transformation change management operating model',
  ),
  industry(
    'Marketing & Advertising',
    'Media, Agency, Marketing',
    'digital marketing seo content performance advertising branding lead generation',
  ),
  industry(
    'Staffing & Recruiting',
    'Talent, People, Recruiting',
    'executive search temporary staffing recruiting rpo',
  ),
  industry('Human Resources Services', 'HR, Workforce', 'payroll benefits hr software employee engagement'),
  industry('Legal Services', 'Legal, Law', 'law firm contracts intellectual property litigation'),
  industry(
    'Real Estate',
    'Properties, Estates, Living',
    'commercial real estate property management brokerage proptech',
  ),
  industry(
    'Construction',
    'Construction, Bau, Builders',
    'general contractor civil engineering renovation building',
  ),
  industry(
    'Architecture & Planning',
    'Architects, Studio',
    'architecture urban planning interior design sustainable building',
  ),
  industry(
    'Machinery',
    'Machinery, Engineering, Maschinenbau',
    'machine tools industrial automation cnc special machines',
  ),
  industry(
    'Industrial Automation',
    'Automation, Robotics, Controls',
    'robotics plc sensors factory automation industry 4.0',
  ),
  industry(
    'Automotive',
    'Automotive, Motors, Mobility',
    'automotive supplier electric vehicles fleet components',
  ),
  industry('Aerospace', 'Aerospace, Aviation', 'aviation satellites avionics maintenance'),
  industry(
    'Electrical & Electronic Manufacturing',
    'Electronics, Components',
    'printed circuit boards semiconductors sensors embedded',
  ),
  industry('Chemicals', 'Chemicals, Materials', 'specialty chemicals coatings adhesives polymers'),
  industry('Plastics & Packaging', 'Packaging, Plastics', 'packaging injection moulding recycling foil'),
  industry(
    'Food & Beverages',
    'Foods, Beverages, Kitchen',
    'food production organic beverages ingredients catering',
  ),
  industry('Consumer Goods', 'Goods, Brands', 'household consumer products private label direct to consumer'),
  industry('Retail', 'Stores, Retail, Market', 'retail chain point of sale merchandising omnichannel'),
  industry(
    'E-Commerce',
    'Shop, Commerce, Direct',
    'online shop marketplace fulfilment direct to consumer e-commerce',
  ),
  industry('Apparel & Fashion', 'Fashion, Textiles, Wear', 'clothing textile fashion sustainable apparel'),
  industry(
    'Logistics & Supply Chain',
    'Logistics, Freight, Cargo',
    'freight forwarding warehousing last mile supply chain',
  ),
  industry('Transportation', 'Transport, Lines', 'trucking rail public transport passenger fleet'),
  industry('Travel & Hospitality', 'Travel, Hotels, Hospitality', 'hotel tourism booking events hospitality'),
  industry(
    'Health Care',
    'Health, Care, Clinics',
    'hospital clinic telemedicine digital health patient care',
  ),
  industry('Medical Devices', 'Medical, Medtech', 'medical devices diagnostics implants imaging'),
  industry('Pharmaceuticals', 'Pharma, Therapeutics', 'drug development clinical trials generics'),
  industry('Biotechnology', 'Bio, Genomics', 'biotech genomics lab research cell therapy'),
  industry('Renewable Energy', 'Energy, Solar, Wind', 'solar wind storage heat pumps energy transition'),
  industry('Utilities', 'Power, Utilities, Water', 'grid electricity water supply metering'),
  industry(
    'Environmental Services',
    'Environmental, Recycling',
    'waste recycling sustainability carbon accounting esg',
  ),
  industry('Telecommunications', 'Telecom, Networks', 'fibre mobile network voip connectivity'),
  industry(
    'Education',
    'Academy, Education, Learning',
    'e-learning training university corporate learning edtech',
  ),
  industry('Publishing & Media', 'Publishing, Press, Films', 'publishing news video production streaming'),
  industry('Agriculture', 'Agri, Farms', 'agritech farming crop irrigation livestock'),
  industry('Non-Profit', 'Foundation, Initiative', 'charity fundraising ngo social impact'),
];

export const technologies: readonly string[] = [
  'Salesforce',
  'HubSpot',
  'Pipedrive',
  'Zoho CRM',
  'Microsoft Dynamics',
  'SAP',
  'Oracle NetSuite',
  'Workday',
  'Shopify',
  'WooCommerce',
  'Magento',
  'WordPress',
  'Webflow',
  'Contentful',
  'React',
  'Angular',
  'Vue.js',
  'Node.js',
  'Python',
  'Java',
  'Ruby on Rails',
  'PHP',
  '.NET',
  'Kubernetes',
  'Docker',
  'Amazon Web Services',
  'Google Cloud',
  'Microsoft Azure',
  'Cloudflare',
  'Snowflake',
  'Databricks',
  'PostgreSQL',
  'MongoDB',
  'Elasticsearch',
  'Segment',
  'Google Analytics',
  'Mixpanel',
  'Marketo',
  'Mailchimp',
  'Intercom',
  'Zendesk',
  'Freshdesk',
  'Slack',
  'Microsoft Teams',
  'Jira',
  'Asana',
  'Stripe',
  'Adyen',
  'Twilio',
  'Okta',
  'Tableau',
  'Power BI',
  'Looker',
  'Figma',
  'Autodesk',
  'SolidWorks',
];

export const companySizes = [
  '1-10',
  '11-50',
  '51-200',
  '201-500',
  '501-1000',
  '1001-5000',
  '5001-10000',
  '10001+',
] as const;

export const revenues = [
  'Under $1M',
  '$1M-$10M',
  '$10M-$50M',
  '$50M-$100M',
  '$100M-$500M',
  '$500M-$1B',
  'Over $1B',
] as const;

/** By size band: how many companies in parts, and how many of their people the database knows at least and at most. */
export const sizeProfiles: readonly { weight: number; least: number; most: number; revenue: number }[] = [
  { weight: 22, least: 4, most: 9, revenue: 0 },
  { weight: 26, least: 10, most: 20, revenue: 1 },
  { weight: 20, least: 16, most: 30, revenue: 1 },
  { weight: 12, least: 20, most: 40, revenue: 2 },
  { weight: 8, least: 26, most: 50, revenue: 3 },
  { weight: 6, least: 30, most: 60, revenue: 4 },
  { weight: 3, least: 36, most: 76, revenue: 5 },
  { weight: 3, least: 40, most: 100, revenue: 5 },
];
