// Makes what a release holds, in dist-release/: the package, the bundle for desktop agents, the list of the libraries in both, and
// the notes. With the name of a tag it first refuses what must not be published.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { execaSync } from 'execa';
import { root } from '../bundle.mjs';
import { mcpb } from './mcpb.mjs';

const read = (file) => readFileSync(path.join(root, file), 'utf8');
const npm = (...args) => JSON.parse(execaSync('npm', args, { cwd: root, stderr: 'inherit' }).stdout);

/** The section of a version in CHANGELOG.md: its heading without the hashes, and its text. */
export function notesOf(version, changelog) {
  const section = changelog.split(/^## /m).find((text) => text.split(/\s/, 1)[0] === version);
  if (section === undefined) throw new Error(`CHANGELOG.md has no section "## ${version}"`);
  const [heading, ...lines] = section.split('\n');
  return { heading, text: lines.join('\n').trim() };
}

/** Why a tag must not be published; undefined where nothing speaks against it. `place`: the repository that it is in, owner/name. */
export function refusalOf(tag, place, { version, repository, mcpName }, changelog) {
  if (tag !== `v${version}`) return `The tag is ${tag}, and package.json has the version ${version}`;
  if (notesOf(version, changelog).heading.includes('unreleased'))
    return `CHANGELOG.md calls ${version} unreleased: give it a date`;
  const [owner] = place.split('/');
  if (repository.url !== `git+https://github.com/${place}.git` || !mcpName.startsWith(`io.github.${owner}/`))
    return `This is ${place}, and package.json names another repository or mcpName`;
  return undefined;
}

/** What is in the package: the libraries in its bundle, which are no dependencies of it, and what npm installs beside it. */
function libraries({ name }) {
  const all = npm('sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application');
  const titles = read('dist/LICENCES.txt').matchAll(/^(\S+) (\d\S*)\n\n/gm);
  const bundled = new Set([...titles].map(([, library, version]) => `${library}@${version}`));
  const isDevelopment = ({ name }) => name === 'cdx:npm:package:development';
  const components = all.components
    .filter((library) => bundled.has(library['bom-ref']) || !library.properties.some(isDevelopment))
    .map((library) => ({ ...library, properties: library.properties.filter((it) => !isDevelopment(it)) }));
  const { component } = all.metadata;
  const refs = new Set([component['bom-ref'], ...components.map((library) => library['bom-ref'])]);
  const dependencies = all.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  // npm calls the program after its folder.
  return {
    ...all,
    metadata: { ...all.metadata, component: { ...component, name } },
    components,
    dependencies,
  };
}

function make(to) {
  const { name, version } = JSON.parse(read('package.json'));
  mkdirSync(to, { recursive: true });
  const [packed] = npm('pack', '--json', '--ignore-scripts', `--pack-destination=${to}`);
  const files = {
    [`${name}-${version}.mcpb`]: mcpb(packed.files.map((file) => file.path)),
    [`${name}-${version}.cdx.json`]: `${JSON.stringify(libraries({ name }), null, 2)}\n`,
    'notes.md': `${notesOf(version, read('CHANGELOG.md')).text}\n`,
  };
  for (const [file, content] of Object.entries(files)) writeFileSync(path.join(to, file), content);
  for (const file of [packed.filename, ...Object.keys(files)])
    console.log(path.join(path.relative('', to), file));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { tag, to } = parseArgs({
    options: { tag: { type: 'string' }, to: { type: 'string', default: path.join(root, 'dist-release') } },
  }).values;
  const place = process.env.GITHUB_REPOSITORY ?? '';
  const refusal = tag && refusalOf(tag, place, JSON.parse(read('package.json')), read('CHANGELOG.md'));
  if (refusal) {
    console.error(`Not released: ${refusal}.`);
    process.exitCode = 1;
  } else make(path.resolve(to));
}
