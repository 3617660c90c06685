/** Where the agent-protocol server stands: beside the prefix of the service, which itself has no such path. */
export const mcpPath = '/mcp';
