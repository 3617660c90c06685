/** The parts of undici that are loaded by themselves: its front page would load everything. */
declare module 'undici/lib/dispatcher/pool.js' {
  import Pool from 'undici/types/pool.js';

  export default Pool;
}
declare module 'undici/lib/dispatcher/env-http-proxy-agent.js' {
  import EnvHttpProxyAgent from 'undici/types/env-http-proxy-agent.js';

  export default EnvHttpProxyAgent;
}
declare module 'undici/lib/dispatcher/dispatcher.js' {
  import Dispatcher from 'undici/types/dispatcher.js';

  export default Dispatcher;
}
declare module 'undici/lib/api/api-connect.js' {
  import Dispatcher from 'undici/types/dispatcher.js';

  const connect: Dispatcher['connect'];
  export default connect;
}
