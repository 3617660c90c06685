// The licences of the libraries that a bundle holds: most of them ask for their text to go where their code goes.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** `files`: the bundled modules, as paths on this machine. */
export function licencesOf(files) {
  const folders = new Set(
    files.flatMap((file) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file) ?? []),
  );
  const packages = [...folders].map(licenceIn).sort((a, b) => (a.title < b.title ? -1 : 1));
  const unique = new Map(packages.map(({ title, text }) => [title, text]));
  const sections = [...unique].map(([title, text]) => `${title}\n\n${text.trim()}\n`);
  return `Outreach holds code of these libraries.\n\n${sections.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

function licenceIn(folder) {
  const { name, version, license, author } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  // Some name a licence and bring no text of it.
  const named = () => `${license} licence${author ? `, ${author.name ?? author}` : ''}`;
  return {
    title: `${name} ${version}`,
    text: file === undefined ? named() : readFileSync(path.join(folder, file), 'utf8'),
  };
}
