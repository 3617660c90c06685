import { parseBaseUrl } from '../../base/base-url.ts';
import { Failure } from '../../base/errors.ts';
import { jsonText } from '../../base/lossless-json.ts';
import type { AnyInput, AnyOperation, Id, Place } from '../../contract/operation.ts';
import { problemsOf } from '../../contract/schema/problems-of.ts';
import { foreign, type Problem, required } from '../../contract/schema/schema.ts';
import type { Method, WireRequest } from '../../contract/wire.ts';
import { badInput, checkContent } from './invalid-input.ts';

/** Where a profile sends an operation instead of to the contract's path . */
export type Routes = Readonly<Record<string, { readonly method: Method; readonly path: string }>>;

export interface PrepareOptions extends Place {
  readonly baseUrl: string;
  /** None is sent where it is undefined. */
  readonly key: string | undefined;
  /** Of this program, for the user agent. */
  readonly version: string;
  readonly runtime?: string | undefined;
  readonly routes?: Routes | undefined;
}

/** Checked and encoded; pure. A route may be typed, with a query: it stays under the base URL. Throws `usage`. */
export function prepare(operation: AnyOperation, input: AnyInput, options: PrepareOptions): WireRequest {
  const { method, path: template } = options.routes?.[operation.id] ?? operation.route;
  if (template.includes('#')) throw badPath(template, 'must not have a fragment (#)');
  const [, pathPart = '', queryPart = ''] = /^([^?]*)\??(.*)$/s.exec(template) ?? [];
  const problems: Problem[] = [];
  const path = fillPath(pathPart, input.params ?? {}, problems);
  problems.push(...fieldProblems(operation, input));
  if (problems.length > 0) throw badInput(operation, problems);
  checkContent(operation, input, options);
  const query = [...new URLSearchParams(queryPart)];
  for (const [name, value] of Object.entries(input.query ?? {}))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) query.push([name, queryText(operation, name, item)]);
  const request: WireRequest = {
    operation: operation.id,
    method,
    path,
    query,
    headers: headersOf(operation, input, options),
    ...(input.body === undefined ? {} : { body: jsonText(input.body) }),
  };
  // The last word: whatever happened above, the parsed address is under the base and says what was meant.
  const base = parseBaseUrl(options.baseUrl);
  const url = new URL(`${base.origin}${base.prefix}${target(request)}`);
  const inside =
    url.origin === base.origin && url.pathname === `${base.prefix}${request.path}` && url.hash === '';
  if (!inside) throw badPath(request.path, 'would leave the base URL');
  return request;
}

/** The server's tool says which arguments there are and must be given: here only values are judged. Throws `usage`. */
export function checkToolCall(operation: AnyOperation, input: AnyInput, place: Place): void {
  const found: Problem[] = [];
  fillPath(operation.route.path, input.params ?? {}, found);
  found.push(...fieldProblems(operation, input));
  const problems = found.filter(({ reason }) => reason !== foreign && reason !== required);
  if (problems.length > 0) throw badInput(operation, problems);
  checkContent(operation, input, place);
}

function fieldProblems(operation: AnyOperation, { query, body }: AnyInput): Problem[] {
  const problems: Problem[] = [];
  if (query !== undefined) {
    const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
    if (operation.query !== undefined) problems.push(...problemsOf(operation.query, given));
    else for (const [field, value] of Object.entries(given)) problems.push({ field, value, reason: foreign });
  }
  if (operation.body !== undefined) problems.push(...problemsOf(operation.body, body));
  else if (body !== undefined)
    problems.push({ field: 'body', value: body, reason: 'is not taken by this request' });
  return problems;
}

/** The path with its query, encoded, behind the base URL. */
export function target(request: Pick<WireRequest, 'path' | 'query'>): string {
  const query = request.query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  return query === '' ? request.path : `${request.path}?${query}`;
}

function fillPath(template: string, params: Readonly<Record<string, Id>>, problems: Problem[]): string {
  const used = new Set<string>();
  let path = '';
  for (const segment of segmentsOf(template)) {
    const name = segment.startsWith(':') ? segment.slice(1) : undefined;
    const text = name === undefined ? encode(segment) : String(params[name] ?? '');
    path += `/${text}`;
    if (name === undefined) continue;
    used.add(name);
    if (text === '') problems.push({ field: name, value: undefined, reason: required });
    else if (!/^\d+$/.test(text))
      problems.push({ field: name, value: params[name], reason: 'must be an id, digits only' });
  }
  for (const [name, value] of Object.entries(params))
    if (!used.has(name)) problems.push({ field: name, value, reason: `is not part of the path ${template}` });
  return path;
}

/** Decoded, so that encoding them again cannot encode twice; refuses whatever could lead elsewhere. */
function segmentsOf(path: string): string[] {
  if (/^[a-z][a-z0-9+.-]*:/i.test(path))
    throw badPath(path, 'must be relative to the base URL, not an address');
  if (!path.startsWith('/')) throw badPath(path, 'must begin with a slash');
  if (path.startsWith('//')) throw badPath(path, 'must not begin with two slashes: that names another host');
  if (path === '/') throw badPath(path, 'names no resource');
  const segments: string[] = [];
  for (const raw of path.slice(1).split('/')) {
    const segment = decoded(raw, path);
    if (segment === '') throw badPath(path, 'has an empty segment');
    if (segment === '.' || segment === '..') throw badPath(path, 'must not have . or .. segments');
    if (/[\\/]/.test(segment)) throw badPath(path, 'must not have backslashes or encoded slashes');
    if (/\p{Cc}/u.test(segment)) throw badPath(path, 'must not have control characters');
    segments.push(segment);
  }
  return segments;
}

function decoded(segment: string, path: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw badPath(path, 'has a percent sign that encodes nothing');
  }
}

function queryText(operation: AnyOperation, field: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  throw badInput(operation, [{ field, value, reason: 'must be text, a number, true or false' }]);
}

function headersOf(
  operation: AnyOperation,
  input: AnyInput,
  options: PrepareOptions,
): Record<string, string> {
  const runtime = options.runtime === undefined ? '' : ` (${options.runtime})`;
  return {
    ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
    accept: 'application/json',
    'user-agent': `outreach-cli/${options.version}${runtime}`,
    ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...idempotencyHeader(operation, input.idempotencyKey),
  };
}

function idempotencyHeader(operation: AnyOperation, key: string | undefined): Record<string, string> {
  if (key === undefined) return {};
  let reason: string | undefined;
  if (operation.retry.kind !== 'idempotencyKey') reason = 'is not taken by this request';
  else if (key.length < 1 || key.length > 255) reason = 'must have 1 to 255 characters';
  else if (!/^[\x21-\x7e]+$/.test(key)) reason = 'must be plain characters without spaces or line breaks';
  if (reason !== undefined) throw badInput(operation, [{ field: 'Idempotency-Key', value: key, reason }]);
  return { 'idempotency-key': key };
}

function encode(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    throw new Failure('invalid_input', 'Half a character (a lone surrogate) cannot be sent in an address');
  }
}

function badPath(path: string, reason: string): Failure {
  return new Failure('bad_path', `The path ${JSON.stringify(path.slice(0, 100))} ${reason}`, {
    hint: 'Paths look like /leads/7 and are relative to the base URL',
  });
}

/** The one that was named, else `derived`, else random: one of the content would swallow a second order meant as such. */
export function idempotencyKeyOf(
  { retry }: AnyOperation,
  { idempotencyKey }: AnyInput,
  random: () => number,
  derived?: () => string,
): string | undefined {
  if (retry.kind !== 'idempotencyKey' || idempotencyKey !== undefined) return idempotencyKey;
  return derived?.() ?? randomKey(random);
}

function randomKey(random: () => number): string {
  let key = '';
  for (let words = 0; words < 4; words++)
    key += Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return key;
}
