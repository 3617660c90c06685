import { Failure } from '../../base/errors.ts';
import { command } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { table } from '../../cli/declare/view.ts';
import { changeProfile } from '../../cli/profile/change-profile.ts';
import { checkedRoute, operationNamed } from '../../cli/profile/checked-route.ts';
import { namedProfile } from '../../cli/profile/named-profile.ts';
import { existing } from '../../cli/profile/settings.ts';
import * as s from '../../contract/schema/schema.ts';

export const route = command({
  name: 'route',
  summary: 'Show or set the path of a request that the service does not document',
  about: `The service does not document some paths, so we guess them. If a guess fails with a 404, set the right path here, relative to the base URL and with the same :ids. Without a path, the command shows the current one. Without an operation, it shows all paths that you changed.

A path consists of plain words and :ids, and cannot be the path of another operation. For a request that changes something, you can set any path in the same collection (\`/leads/…\`). A person must confirm at a terminal if the path is in another collection, or has a word such as resume, send or buy.

The path of an operation that spends, buys or sends is a protected setting. Only a person at a terminal can change it, and the journal records the change.`,
  uses: [],
  tool: { never: 'changes profiles' },
  answer: s.array(
    s.object({
      ...s.each(['operation', 'route', 'builtIn'], s.string()),
      source: s.oneOf(['documented', 'inferred']),
      changed: s.boolean(),
    }),
  ),
  local: true,
  fails: ['not-confirmed', 'conflict'],
  args: {
    operation: arg.optionalText('name of the operation; see `api --list`'),
    route: arg.optionalText('its method and path: "METHOD /path"'),
    clear: opt.flag('go back to the built-in path'),
  },
  examples: [
    'outreach profiles route',
    'outreach profiles route leads.move "POST /leads/:id/move" --profile prod',
    'outreach profiles route leads.move --clear --profile prod',
  ],
  async run(context, { operation: id, route: text, clear }) {
    const { files, screen } = context;
    const profile = namedProfile(screen.globals, files) ?? 'sandbox';
    const routesNow = () => existing(files.profiles, profile).routes ?? {};
    const listed = (ids: readonly string[]) => {
      const items = ids.map((known) => {
        const { method, path, source } = operationNamed(known).route;
        const builtIn = `${method} ${path}`;
        const route = routesNow()[known];
        return { operation: known, route: route ?? builtIn, builtIn, source, changed: route !== undefined };
      });
      return { profile, items, total: items.length };
    };
    if (clear && (id === undefined || text !== undefined))
      throw new Failure('contradicting_options', '--clear takes an operation, without a route');
    if (id === undefined) return listed(Object.keys(routesNow()));
    const operation = operationNamed(id);
    if (text === undefined && !clear) return listed([id]);
    const checked = text === undefined ? undefined : checkedRoute(operation, text, routesNow());
    await changeProfile(context, profile, ({ routes = {}, ...rest }) => {
      const { [id]: _, ...others } = routes;
      return { ...rest, routes: checked === undefined ? others : { ...others, [id]: checked } };
    });
    return listed([id]);
  },
  view: ({ items, profile }) =>
    table(
      items,
      [
        ['OPERATION', 'operation'],
        ['ROUTE', 'route', 'prose'],
        ['BUILT IN', 'builtIn', 'prose'],
        ['CHANGED', 'changed'],
      ],
      `The profile '${profile}' uses the built-in routes.`,
    ),
});
