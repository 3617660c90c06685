import { Failure } from '../../base/errors.ts';
import { documentOf } from '../answer/answer-of.ts';
import type { AnyCommand } from '../declare/command.ts';
import type { Globals } from '../declare/globals.ts';
import { fieldsOf } from '../declare/known-fields.ts';
import type { Param, Params } from '../declare/params.ts';
import { optionsOf, sharedOptions } from '../declare/shared-options.ts';

/** The options of all commands that a tool takes; who is asked, and which profile is used, the server says. */
const taken: readonly (keyof Globals)[] = [
  'fields',
  'page',
  'limit',
  'all',
  'dryRun',
  'maxCredits',
  'maxUsd',
  'maxRecipients',
];

export const namesFile = ({ type }: Pick<Param, 'type'>): boolean => type === 'file' || type === 'folder';

/** What a command takes as a tool, by name; files only where a folder is open. */
export function toolParams(command: AnyCommand, hasFolder: boolean): Params {
  const args: Params = command.args ?? {};
  const params: Record<string, Param> = {};
  for (const [name, param] of Object.entries(args)) {
    if (param.lineOnly || (!hasFolder && namesFile(param))) continue;
    // What takes its place on a line is not there.
    const isNeeded = param.unless?.every((other) => args[other]?.lineOnly);
    params[name] = isNeeded ? { ...param, required: true } : param;
  }
  for (const { key, param } of [...optionsOf(command), ...(isPagedHere(command) ? pages : [])])
    if (taken.includes(key)) params[key] = param;
  return params;
}

const pages = sharedOptions.filter(({ key }) => ['page', 'limit', 'all'].includes(key));

/** The list of a document by its name: the one that it is about. */
export const listName = ({ rows }: AnyCommand): string => (typeof rows === 'string' ? rows : 'items');

/** A list that its command gives whole: its answer is cut, and goes on, by pages of its tool alone. */
export function isPagedHere(command: AnyCommand): boolean {
  if (command.tool !== 'read' || optionsOf(command).some(({ key }) => key === 'page')) return false;
  const args: Params = command.args ?? {};
  const { list, schema } = documentOf(command, {});
  // What is, or may be, about one thing has a list beside it.
  const isOfOne =
    typeof command.answer === 'function' || Object.values(args).some(({ required }) => required);
  return !('all' in args) && (list || (!isOfOne && fieldsOf(schema).fields.has(listName(command))));
}

/** What its command takes of that: where it can be limited, no more than up to the end of the page. */
export function givenToLine(
  command: AnyCommand,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (!isPagedHere(command)) return given;
  const { page = 1, limit, all: _, ...rest } = given;
  for (const [name, value] of Object.entries({ page, limit }))
    if (value !== undefined && !(Number.isSafeInteger(value) && Number(value) >= 1))
      throw new Failure('invalid_value', `${name} must be a whole number from 1; nothing was done`);
  const isLimited = limit !== undefined && optionsOf(command).some(({ key }) => key === 'limit');
  return isLimited ? { ...rest, limit: Number(page) * Number(limit) } : rest;
}
