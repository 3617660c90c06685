/** First and last names by the language group of a country. People are drawn from both lists independently. */
export interface Names {
  readonly first: readonly string[];
  readonly last: readonly string[];
}

const names = (first: string, last: string): Names => ({ first: first.split(' '), last: last.split(' ') });

export const namesOf: Readonly<Record<string, Names>> = {
  english: names(
    'Oliver Amelia James Charlotte Noah Grace Ethan Zoë Liam Ruby Daniel Chloe Henry Hannah Lucas Megan Samuel Naomi Thomas Ella Benjamin Abigail Adam Imogen Marcus Nora Ryan Fiona Connor Siobhán Dylan Paige Aaron Renée Patrick Alice Nathan Leah Simon Erin',
    'Hartley Bennett Carver Whitfield Osborne Delaney Mercer Ashworth Kendrick Langley Pemberton Sinclair Thornton Wexford Barlow Fairchild Greenwood Holloway Jennings Kirkland Lockwood Maddox Norwood Oakley Prescott Radcliffe Stanhope Tillman Underhill Vance Walcott Yardley O’Brien MacLeod Fitzgerald Ramsey Blackwell Dunmore Eastwood Callahan',
  ),
  german: names(
    'Lukas Anna Jonas Lena Felix Sophie Maximilian Katharina Jürgen Käthe Björn Zoë Tobias Miriam Stefan Ulrike Matthias Sabine Florian Franziska Sebastian Johanna Günther Bärbel Andreas Claudia Philipp Theresa Niklas Hannah',
    'Müller Schröder Krüger Weiß Böhm Jäger Groß Lindner Hofmann Kästner Vogel Brandt Seidel Winkler Köhler Reuter Straub Eberhardt Lenz Pohl Rößler Steiner Huber Wagner Fuchs Schäfer Zimmermann Bürgi Ziegler Möller',
  ),
  french: names(
    'Léa Hugo Chloé Théo Camille Étienne Manon Jérôme Élodie Lucas Inès Mathéo Océane Benoît Aurélie François Zoé Rémi Hélène Cédric Anaïs Loïc Margaux Gaël Noémie Antoine',
    'Lefèvre Béranger Dupré Garnier Moreau Lemaître Fontaine Chevallier Rousseau Guérin Perrot Delacroix Marchand Bouvier Gauthier Renaud Mercier Vasseur Lacroix Descôteaux Noël Hébert Colin Aubert Pelletier Barthélemy',
  ),
  dutch: names(
    'Daan Sanne Bram Lotte Thijs Fleur Jeroen Maud Koen Anouk Sander Noor Ruben Eva Wouter Roos Joris Femke Pieter Iris Stijn Marieke Zoë Daniël',
    'Bakker Vermeulen Smit Dijkstra Jansen Visser Meijer Mulder Hendriks Kuipers Peeters Maes Claes Willems Goossens Wouters Brouwer Postma Hoekstra Schouten Verhoeven Kok',
  ),
  spanish: names(
    'Lucía Mateo Sofía Diego Valentina José Martina Álvaro Camila Andrés Paula Sebastián Julia Tomás Elena Íñigo Carmen Joaquín Ximena Ángel Belén Rubén Inés Óscar Raquel Nicolás',
    'García Fernández López Muñoz Ibáñez Jiménez Núñez Ortega Vázquez Rodríguez Peña Cordero Álvarez Castaño Domínguez Gutiérrez Herrera Márquez Zúñiga Yáñez Salazar Acuña Beltrán Quiroga Robledo Sepúlveda',
  ),
  portuguese: names(
    'João Inês Tiago Beatriz Gonçalo Mariana Rafael Letícia Vinícius Sofia André Luísa Fábio Júlia Caio Helena Otávio Lívia Rui Conceição Matheus Débora Henrique Íris',
    'Almeida Araújo Barbosa Cardoso Conceição Costa Fonseca Guimarães Lourenço Magalhães Moraes Nogueira Oliveira Pereira Queirós Ribeiro Simões Teixeira Vilela Assunção Brandão Falcão Galvão Pacheco',
  ),
  italian: names(
    'Luca Giulia Matteo Chiara Alessandro Francesca Davide Martina Niccolò Elisa Lorenzo Sara Federico Ilaria Simone Beatrice Riccardo Noemi Tommaso Arianna Pietro Caterina',
    'Rinaldi Ferrari Bianchi Colombo Ricci Marchetti Greco Conti Gallo Fontana Moretti Lombardi Barbieri Santoro Mariani Caruso Ferrara Galli Martini Leone Longo Gentile',
  ),
  greek: names(
    'Nikos Eleni Giorgos Maria Dimitris Katerina Yannis Sofia Kostas Ioanna Stavros Anna Petros Zoi',
    'Papadakis Nikolaidis Georgiou Pappas Vasilakis Kyriakou Alexiou Markou Stavrou Makris Ioannidis Lambrou',
  ),
  nordic: names(
    'Søren Freja Bjørn Astrid Lars Ingrid Åse Håkon Signe Jørgen Maja Erik Elin Mikkel Sigrid Øyvind Linnéa Oskar Ebba Magnus Þóra Rasmus Karin Anders Göran Hanna',
    'Lindström Østergaard Nygård Sjöberg Bergström Håkansson Dahl Solberg Møller Kjær Ekström Söderlund Holmqvist Lunde Strand Åkesson Rønning Nordström Bakke Hjort Brattström Sandvik Thorsen Öberg',
  ),
  finnish: names(
    'Aino Eero Väinö Helmi Juhani Päivi Mikko Sanna Antti Riikka Jüri Kadri Tõnis Liis Pekka Hanna Ville Anni',
    'Virtanen Mäkinen Hämäläinen Nieminen Järvinen Koskela Lehtonen Salmi Tamm Põld Kask Saar Rantala Heikkilä Laine Väisänen',
  ),
  polish: names(
    'Łukasz Małgorzata Paweł Agnieszka Michał Katarzyna Jarosław Żaneta Bartłomiej Zofia Krzysztof Anna Piotr Iwona Tomasz Ewa Grzegorz Dorota Wojciech Joanna',
    'Wójcik Kowalczyk Zieliński Szymański Dąbrowski Kozłowski Jabłoński Król Wróbel Pawłowski Górski Łuczak Sikora Baran Głowacki Świątek Czarnecki Żak Maciejewski Urban',
  ),
  czech: names(
    'Jiří Tereza Tomáš Lucie Ondřej Kateřina Marek Šárka Václav Eliška Petr Hana Matěj Žaneta Lukáš Zuzana',
    'Novotný Dvořák Procházka Kučera Veselý Horák Němec Pokorný Růžička Beneš Fiala Sedláček Doležal Zeman Kolář Čermák',
  ),
  romanian: names(
    'Andrei Ioana Ștefan Elena Răzvan Mădălina Cătălin Bianca Vlad Roxana Mihai Alina Bogdan',
    'Popescu Ionescu Munteanu Țîrlea Șerban Constantin Dumitru Bălan Stănescu Vasile Neagu Rusu Dragomir Voicu',
  ),
  hungarian: names(
    'Bence Anna Máté Zsófia Ádám Eszter Gergő Réka László Ágnes Zoltán Katalin Attila Nóra',
    'Kovács Szabó Tóth Horváth Varga Kiss Németh Farkas Balogh Lakatos Mészáros Fekete Juhász Őri',
  ),
  turkish: names(
    'Emre Ayşe Mert Zeynep Çağlar Elif Barış Şule Oğuz Gülşen Kerem Büşra Onur Merve Yiğit İpek',
    'Yılmaz Kaya Demir Çelik Şahin Öztürk Aydın Arslan Doğan Kılıç Koç Güneş Aksoy Erdoğan Taş Polat',
  ),
  hebrew: names(
    'Noam Tamar Itai Noa Yonatan Shira Eitan Maya Uri Talia Amit Yael Guy Michal Omer Hila',
    'Peretz Mizrahi Biton Dahan Azoulay Katz Friedman Avraham Malka Shapira Golan Segev Harel Barak Sharabi Navon',
  ),
  arabic: names(
    'Omar Layla Yusuf Fatima Khalid Noor Tariq Amira Hassan Mariam Karim Salma Faisal Reem Sami Huda',
    'Haddad Nasser Mansour Khoury Rahman Farouk Saleh Qasim Bakri Hamdan Zayed Shaheen Darwish Sultan Fakhoury Amin',
  ),
  southAfrican: names(
    'Thabo Lerato Sipho Nomvula Pieter Annelise Kagiso Zanele Johan Thandiwe Bongani Chantal Riaan Naledi',
    'Nkosi Dlamini Botha Mokoena Naidoo Mthembu Venter Khumalo Pillay Joubert Molefe Steyn Zulu Govender',
  ),
  nigerian: names(
    'Chinedu Ngozi Tunde Amara Emeka Folake Ibrahim Aisha Kelechi Yewande Obinna Temitope Sola Zainab',
    'Okafor Adeyemi Balogun Eze Nwosu Ogunleye Bello Chukwu Afolabi Danjuma Olatunji Uche Lawal Onyeka',
  ),
  kenyan: names(
    'Wanjiku Kamau Achieng Otieno Njeri Kiprono Akinyi Mwangi Wambui Omondi Chebet Mutua',
    'Kariuki Odhiambo Njoroge Wekesa Kimani Ochieng Chepkoech Muthoni Barasa Kipchoge Gitau Nyambura',
  ),
  japanese: names(
    'Haruto Yui Sōta Sakura Ren Hina Kenji Aiko Takumi Mei Daisuke Naoko Yūki Emi Hiroshi Kaori Ryō Ayumi',
    'Satō Suzuki Takahashi Watanabe Itō Yamamoto Nakamura Kobayashi Katō Yoshida Inoue Kimura Hayashi Saitō Mori Ōno Fujita Okada',
  ),
  korean: names(
    'Min-jun Seo-yeon Ji-ho Ha-eun Jun-seo Soo-jin Hyun-woo Eun-ji Dong-hyun Ye-rin Sung-min Ji-woo',
    'Kim Lee Park Choi Jung Kang Cho Yoon Jang Lim Han Shin Oh Seo Kwon Hwang',
  ),
  chinese: names(
    'Wei Mei-Ling Jian Xiu Hao Li-Hua Jun Yan Chen-Yu Shu-Fen Zhi-Ming Hui Kai Ting Bo Jia-Hui',
    'Chen Lin Huang Tan Lim Wong Ng Goh Chua Teo Liu Wu Hsu Tsai Yang Zhang',
  ),
  indian: names(
    'Aarav Priya Rohan Ananya Vikram Kavya Arjun Meera Rahul Divya Karthik Sneha Sanjay Pooja Aditya Lakshmi Nikhil Shreya Imran Fatima',
    'Sharma Iyer Patel Reddy Gupta Nair Mehta Banerjee Rao Kulkarni Desai Chatterjee Singh Joshi Menon Bhat Kapoor Verma Pillai Khan',
  ),
  indonesian: names(
    'Budi Siti Agus Dewi Rizky Putri Andi Ayu Hendra Wulan Eko Ratna Fajar Indah',
    'Santoso Wijaya Pratama Hidayat Nugroho Saputra Kusuma Lestari Siregar Halim Setiawan Gunawan Permana Utami',
  ),
  vietnamese: names(
    'Minh Linh Tuấn Hương Đức Thảo Quang Ngọc Hải Mai Khánh Trang Phong Yến',
    'Nguyễn Trần Lê Phạm Hoàng Vũ Đặng Bùi Đỗ Hồ Ngô Dương Lý Phan',
  ),
};

/** Letters that Unicode does not take apart into a base and an accent. */
const special: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  '’': '',
  "'": '',
};

const plain = /^[\x20-\x26\x28-\x7e]*$/;

/** Lower case without accents: how text is compared, and what an address is made of. */
export function folded(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[øłßæœđðþı’']/g, (letter) => special[letter] ?? '');
}
