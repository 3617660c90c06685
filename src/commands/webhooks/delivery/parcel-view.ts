import { record, stack, text, type View } from '../../../cli/declare/view.ts';
import type { Parcel } from '../../../cli/outside/post.ts';

/** A delivery that was not sent, as data. The signature is none of the secrets; it is good for 300 s. */
export const shownParcel = (url: URL, { headers, body }: Parcel) => ({
  dryRun: true,
  method: 'POST',
  url: url.href,
  headers: Object.fromEntries(headers),
  body: body.toString('utf8'),
});

export const shownParcelView = ({ url, headers, body }: ReturnType<typeof shownParcel>): View =>
  stack(
    record(['POST', url], ...Object.entries(headers).map(([name, value]) => [name, value] as const)),
    record(['Body', body]),
    text('Nothing was sent.'),
  );
