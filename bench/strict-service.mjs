import { createServer } from 'node:http';

const windows = [
  [100, 10_000],
  [600, 60_000],
];

/**
 * Refuses every call beyond 100 in any 10 seconds or 600 in any minute, counted as they arrive; refused calls count as
 * well, as with a client that means it. Others get what `answer` says of their request, as JSON, once all of it was read.
 */
export async function strictService(answer) {
  const arrivals = [];
  const seen = { calls: 0, refused: 0, first: 0, last: 0 };
  const server = createServer((request, response) => {
    const now = performance.now();
    seen.calls += 1;
    seen.first ||= now;
    seen.last = now;
    while (arrivals[0] <= now - 60_000) arrivals.shift();
    const over = windows.some(([count, ms]) => arrivals.filter((at) => at > now - ms).length >= count);
    arrivals.push(now);
    request.resume().on('end', async () => {
      response.setHeader('content-type', 'application/json');
      if (over) {
        seen.refused += 1;
        response.writeHead(429, { 'retry-after': '1' }).end('{"error":"too many requests"}');
      } else response.end(JSON.stringify(await answer(request)));
    });
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return { url: `http://127.0.0.1:${server.address().port}/r`, seen, close: () => server.close() };
}
