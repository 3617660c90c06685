import packageJson from '../../package.json';

const { name, version, author, license, keywords, mcpName } = packageJson;

/** `package.json` names the owner of the repository, and nothing else does. */
const home = packageJson.repository.url.replace(/^git\+|\.git$/g, '');

/** At most 100 characters: a registry takes no more. */
const description =
  'Cold-email outreach: leads, campaigns, replies and reports, with approvals and a sandbox';

/** Starts the server of this very version, which npx brings, in the sandbox. */
const servers = {
  outreach: { command: 'npx', args: ['-y', `${name}@${version}`, 'mcp', 'serve', '--profile', 'sandbox'] },
};

const profile = { description: 'A saved profile: sandbox, or one of outreach login', default: 'sandbox' };

/** For the registry of MCP servers. */
const server = {
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: mcpName,
  title: 'Outreach',
  description,
  version,
  repository: { url: home, source: 'github' },
  packages: [
    {
      registryType: 'npm',
      identifier: name,
      version,
      runtimeHint: 'npx',
      transport: { type: 'stdio' },
      packageArguments: [
        { type: 'positional', value: 'mcp' },
        { type: 'positional', value: 'serve' },
        { type: 'named', name: '--profile', value: '{profile}', variables: { profile } },
      ],
    },
  ],
};

const extension = { name: 'outreach', version, description, mcpServers: servers };
const plugin = { ...extension, author: { name: author }, repository: home, license, keywords };
const marketplace = {
  name,
  owner: { name: author },
  plugins: [{ name: plugin.name, source: './', description }],
};

/** Of the bundle for desktop agents, which bring a Node of their own. */
const manifest = {
  manifest_version: '0.3',
  name: 'outreach',
  display_name: 'Outreach',
  version,
  description,
  author: { name: author },
  repository: { type: 'git', url: home },
  license,
  keywords,
  server: {
    type: 'node',
    entry_point: 'bin/outreach.js',
    mcp_config: {
      command: 'node',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the agent fills it in
      args: ['${__dirname}/bin/outreach.js', 'mcp', 'serve', '--profile', '${user_config.profile}'],
    },
  },
  tools_generated: true,
  // From here on Node has SQLite, and the bundle needs nothing that is built for one system.
  compatibility: { runtimes: { node: '>=22.13' } },
  user_config: { profile: { type: 'string', title: 'Profile', ...profile } },
};

/** What registries and agents read to find the server and to start it, by path. The skill in skills/ goes along. */
export const entries: Readonly<Record<string, object>> = {
  'server.json': server,
  'gemini-extension.json': extension,
  '.claude-plugin/plugin.json': plugin,
  '.claude-plugin/marketplace.json': marketplace,
  'scripts/release/manifest.json': manifest,
};
