import { type FileUse, fileLimits } from '../../../src/cli/declare/file-limits.ts';
import { leavesOf, loadTree } from '../../../src/cli/describe/tree.ts';
import { tree } from '../../../src/commands/index.ts';

/** An option or argument that names a file. */
export interface FileParameter {
  /** `campaigns sequence set <file>`, `leads import --rejects`. */
  readonly name: string;
  readonly use: FileUse;
}

/** All there are, in the order of the help. */
export const fileParameters: readonly FileParameter[] = leavesOf((await loadTree(tree)).commands)
  .flatMap(({ path, arguments: args, options }) => [
    ...args.flatMap(({ name, use, type }) => (type === 'file' ? [{ name: `${path} <${name}>`, use }] : [])),
    ...options.flatMap(({ name, use, type }) => (type === 'file' ? [{ name: `${path} ${name}`, use }] : [])),
  ])
  .map(({ name, use }) => {
    if (use === undefined) throw new Error(`${name} does not say what it does with its file`);
    return { name, use };
  });

export const written = fileParameters.filter(({ use }) => use === 'written');
export const read = fileParameters.filter(({ use }) => use in fileLimits);
