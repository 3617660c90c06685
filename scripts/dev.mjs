// Runs one command line from the sources: `npm run dev -- leads list`. It runs in this very process, so standard input,
// the terminal, signals and the exit code are the command's own.
import { createRequire } from 'node:module';
import path from 'node:path';
import { buildWhenChanged, bundle, root } from './bundle.mjs';

// npm starts scripts in the folder of the package; files are named from where the command was typed.
if (process.env.npm_lifecycle_event === 'dev') process.chdir(process.env.INIT_CWD ?? '.');
process.setSourceMapsEnabled(true);
const folder = path.join(root, 'node_modules', '.outreach-dev');
await buildWhenChanged(folder, (built) =>
  bundle({ main: 'src/main.ts' }, built, { minify: false, home: folder }),
);
await createRequire(import.meta.url)(path.join(folder, 'main.js')).main({
  examples: () => path.join(root, 'examples'),
});
