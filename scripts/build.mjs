// Builds dist/: the bundle, the texts that the launcher answers from by itself, manual pages, and the licences of the libraries
// in it.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { buildWhenChanged, bundle, root, temporaryFolder } from './bundle.mjs';
import { licencesOf } from './licences.mjs';

/** Which chunk holds which modules, for the test of what commands load; and whose they are. */
function writeContents(built, output) {
  const short = (id) => path.relative(root, id).split(path.sep).join('/');
  const modulesOf = ({ modules }) => Object.keys(modules).filter((id) => !id.startsWith('\0'));
  const chunks = output.filter(({ type }) => type === 'chunk');
  const contents = chunks.map((chunk) => [chunk.fileName, modulesOf(chunk).map(short)]);
  writeFileSync(path.join(built, '.contents.json'), JSON.stringify(Object.fromEntries(contents)));
  writeFileSync(path.join(built, 'LICENCES.txt'), licencesOf(chunks.flatMap(modulesOf)));
}

/** What `--version`, `--help` and `completion <shell>` say: ready to be copied to stdout, or to be drawn for its width; and pages for man. */
async function writeTexts(built) {
  const folder = temporaryFolder();
  await bundle({ front: 'scripts/pages/front.ts' }, folder);
  const { frontTexts, manualTexts } = createRequire(import.meta.url)(path.join(folder, 'front.js'));
  for (const [place, texts] of Object.entries({ front: await frontTexts(), man: await manualTexts() })) {
    mkdirSync(path.join(built, place));
    for (const [name, text] of Object.entries(texts)) writeFileSync(path.join(built, place, name), text);
  }
  rmSync(folder, { recursive: true });
  await bundle({ draw: 'src/cli/describe/front-page.ts' }, path.join(built, 'front'));
  await bundle({ names: 'src/cli/completion/names/answer-names.ts' }, path.join(built, 'front'), {
    more: [onlyReading],
  });
}

/** Completion reads profiles and changes none: what that takes would come with it otherwise. */
const onlyReading = {
  name: 'only-reading',
  resolveId: (id, importer) =>
    importer?.endsWith('/local/profiles.ts') && ['conf', './lock.ts', './inspection.ts'].includes(id)
      ? '\0nothing'
      : undefined,
};

// Rights are part of a tarball: they do not depend on who builds.
process.umask(0o022);
const dist = path.join(root, 'dist');
await buildWhenChanged(dist, async (built) => {
  writeContents(built, await bundle({ main: 'src/main.ts' }, built, { home: dist }));
  await writeTexts(built);
});
