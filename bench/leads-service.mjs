// A process for itself: serves as many leads as its argument says, by pages of what is asked for, and prints its port.
import { createServer } from 'node:http';

const total = Number(process.argv[2]);

const lead = (id) => ({
  id,
  email: `ana.${id}@lumen.example`,
  firstName: `Ana${id % 97}`,
  middleName: null,
  lastName: `Marlowe${id % 89}`,
  company: `Lumen ${id % 1000}, GmbH`,
  title: `Head of Sales ${id % 17}`,
  phone: '+1 202 555 0100',
  website: `https://www.lumen-${id}.example`,
  linkedin: null,
  customVariables: { met_at: `SaaS Meetup Lisbon ${id % 31}` },
  tag: null,
  meetingBookedAt: null,
  createdAt: '2026-03-02T09:00:00.000Z',
  updatedAt: '2026-03-02T09:00:00.000Z',
});

const server = createServer(({ url }, response) => {
  const query = new URL(url, 'http://service').searchParams;
  const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 20)];
  const first = (page - 1) * limit;
  const leads = Array.from({ length: Math.max(0, Math.min(limit, total - first)) }, (_, at) =>
    lead(total - first - at),
  );
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify({ leads, total, page, limit, hasMore: first + limit < total }));
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
