import process from 'node:process';
import { type SweepOptions, sweep } from './sweep.ts';

/** One process of a large sweep: takes its options as an argument, and tells its tally line by line. */
const options = JSON.parse(process.argv[2] ?? '{}') as SweepOptions;
const tell = (what: unknown) => process.stdout.write(`${JSON.stringify(what)}\n`);

const end = await sweep(options, (tally) => tell({ sofar: tally }));
// A connection that was lost may still be open.
process.stdout.write(`${JSON.stringify({ end })}\n`, () => process.exit(0));
