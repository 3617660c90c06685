import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../package.json';
import { skillPage } from '../../scripts/pages/agents-page.ts';
import { entries } from '../../scripts/pages/entries.ts';
import bundleSchema from './mcpb/manifest-v0.3.schema.json';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFile(join(root, file), 'utf8');
const files = Object.fromEntries(
  await Promise.all(Object.keys(entries).map(async (file) => [file, JSON.parse(await read(file))] as const)),
);

const ajv = new Ajv({ strict: false, allErrors: true });
formats.default(ajv);
const problems = (schema: object, value: unknown) => {
  const validate = ajv.compile(schema);
  validate(value);
  return validate.errors ?? [];
};

const text = { type: 'string', minLength: 1 };
const exactly = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});

/** Written by hand from the description of server.json of 2025-12-11, as far as we use it. */
const serverSchema = exactly({
  $schema: { const: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
  name: { type: 'string', pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$', maxLength: 200 },
  title: { ...text, maxLength: 100 },
  description: { ...text, maxLength: 100 },
  version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+' },
  repository: exactly({ url: { type: 'string', format: 'uri' }, source: { const: 'github' } }),
  packages: {
    type: 'array',
    minItems: 1,
    items: exactly({
      registryType: { const: 'npm' },
      identifier: text,
      version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+' },
      runtimeHint: { const: 'npx' },
      transport: exactly({ type: { const: 'stdio' } }),
      packageArguments: {
        type: 'array',
        items: {
          anyOf: [
            exactly({ type: { const: 'positional' }, value: text }),
            exactly({ type: { const: 'named' }, name: text, value: text, variables: { type: 'object' } }),
          ],
        },
      },
    }),
  },
});

const servers = { type: 'object', additionalProperties: exactly({ command: text, args: { type: 'array' } }) };
const kebab = { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' };
const extension = { name: kebab, version: text, description: text, mcpServers: servers };
const person = exactly({ name: text });

/** Of the others no schema is published on npm: theirs are written by hand from their descriptions. */
const schemas: Readonly<Record<string, object>> = {
  'server.json': serverSchema,
  'gemini-extension.json': exactly(extension),
  '.claude-plugin/plugin.json': exactly({
    ...extension,
    author: person,
    repository: { type: 'string', format: 'uri' },
    license: text,
    keywords: { type: 'array', items: text },
  }),
  '.claude-plugin/marketplace.json': exactly({
    name: kebab,
    owner: person,
    plugins: { type: 'array', items: exactly({ name: kebab, source: { const: './' }, description: text }) },
  }),
  'scripts/release/manifest.json': bundleSchema,
};

/** What a file starts, without what brings the program. */
function started(file: string): readonly string[] {
  const { mcpServers, server, packages, user_config } = files[file];
  if (mcpServers !== undefined) return [mcpServers.outreach.command, ...mcpServers.outreach.args];
  if (server !== undefined)
    return [server.mcp_config.command, ...server.mcp_config.args].map((word: string) =>
      word.replace(/\$\{user_config\.profile\}/, user_config.profile.default),
    );
  const [{ identifier, version, packageArguments }] = packages;
  const words = packageArguments.flatMap(
    ({
      name,
      value,
      variables,
    }: {
      name?: string;
      value: string;
      variables?: { profile: { default: string } };
    }) => [
      ...(name === undefined ? [] : [name]),
      value.replace('{profile}', variables?.profile.default ?? ''),
    ],
  );
  return ['npx', '-y', `${identifier}@${version}`, ...words];
}

const serve = ['mcp', 'serve', '--profile', 'sandbox'];
const { name, version, mcpName, repository } = packageJson;
const home = repository.url.replace(/^git\+|\.git$/g, '');
const owner = home.split('/').at(-2);

describe('what agents find the server by', () => {
  it.each(Object.keys(entries))('%s is as it is generated, and as its readers take it', (file) => {
    expect(files[file]).toEqual(entries[file]);
    expect(problems(schemas[file] ?? { not: {} }, files[file])).toEqual([]);
  });

  it('is refused by these schemas where it is wrong', () => {
    expect(problems(serverSchema, { ...files['server.json'], description: 'x'.repeat(101) })).toHaveLength(1);
    expect(problems(bundleSchema, { ...files['scripts/release/manifest.json'], tools: 'all' })).toHaveLength(
      1,
    );
  });

  it('starts this version in the sandbox with the list of tools that is the default', () => {
    const npx = ['npx', '-y', `${name}@${version}`, ...serve];
    for (const file of ['server.json', 'gemini-extension.json', '.claude-plugin/plugin.json'])
      expect(started(file), file).toEqual(npx);
    const [command, program, ...words] = started('scripts/release/manifest.json');
    expect([command, program?.replace(/^\$\{__dirname\}/, ''), ...words]).toEqual([
      'node',
      '/bin/outreach.js',
      ...serve,
    ]);
  });

  it('has this version, and the owner that package.json names', async () => {
    expect([files['server.json'].name, files['server.json'].repository.url]).toEqual([mcpName, home]);
    expect(mcpName).toBe(`io.github.${owner}/${name}`);
    expect(files['.claude-plugin/plugin.json'].repository).toBe(home);
    for (const [file, { version: its }] of Object.entries(files))
      if (its !== undefined) expect([file, its]).toEqual([file, version]);
    for (const page of ['SECURITY.md', 'CONTRIBUTING.md', 'README.md', 'docs/agents.md']) {
      const owners = [...(await read(page)).matchAll(/([\w-]+)\/outreach-cli\b/g)].map(([, it]) => it);
      expect(new Set(owners), page).toEqual(new Set(owners.length === 0 ? [] : [owner]));
    }
  });

  it('brings the skill, whose head is YAML', async () => {
    // Where the plugin and the extension look for skills: beside the files that describe them.
    expect(await read('skills/outreach/SKILL.md')).toContain('# Outreach');
    const [, head = ''] = /^---\n(.+?)\n---\n/s.exec(skillPage()) ?? [];
    expect(parse(head)).toEqual({ name: 'outreach', description: expect.stringMatching(/^.{40,1024}$/) });
  });
});

describe('the page about agents', async () => {
  const page = await read('docs/agents.md');
  const started = { command: 'npx', args: ['-y', name, ...serve] };

  it('starts the server as the files do', () => {
    const lines = page
      .split('\n')
      .filter((line) => line.includes('"mcp"') || line.includes('mcp serve --profile'));
    expect(lines.length).toBeGreaterThan(7);
    for (const line of lines)
      expect(line.replaceAll('", "', '","')).toMatch(
        /mcp serve --profile sandbox|"mcp","serve","--profile","sandbox"/,
      );
  });

  it('has snippets that each client can read', () => {
    const inTable = [...page.matchAll(/^\|.*`[^`]*?(\{.*\})'?`/gm)].map(([, json = '']) => JSON.parse(json));
    expect(inTable).toEqual([{ name: 'outreach', ...started }, { mcpServers: { outreach: started } }]);
    const files = [...page.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, json = '']) => JSON.parse(json));
    expect(files).toEqual([{ mcpServers: { outreach: started } }, { servers: { outreach: started } }]);
    const [, toml = ''] = /^```toml\n([\s\S]*?)^```$/m.exec(page) ?? [];
    const [head, command = '', args = ''] = toml.trimEnd().split('\n');
    const value = (line: string) => JSON.parse(line.replace(/^\w+ = /, ''));
    expect([head, value(command), value(args)]).toEqual([
      '[mcp_servers.outreach]',
      started.command,
      started.args,
    ]);
    for (const client of ['Claude Code', 'Claude Desktop', 'Codex', 'Gemini CLI', 'VS Code', 'Cursor'])
      expect(page.split(client).length, client).toBeGreaterThan(2);
  });
});
