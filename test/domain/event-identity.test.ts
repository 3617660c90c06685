import { describe, expect, it } from 'vitest';
import { events, eventTypes } from '../../src/contract/events/events.ts';
import { aboutOf, eventIdOf, eventTypeOf, identityOf } from '../../src/domain/events/event-identity.ts';

const payloadOf = (type: (typeof eventTypes)[number], value: unknown = 'x') =>
  Object.fromEntries(events[type].fields.map((field) => [field, value]));

/** Two types write their names in camelCase (spec, Events 5). */
const idFieldOf = (type: (typeof eventTypes)[number]) =>
  (events[type].fields as readonly string[]).includes('eventId') ? 'eventId' : 'event_id';

describe('an event', () => {
  it.each(eventTypes)('%s is known by its fields', (type) => {
    expect(eventTypeOf(payloadOf(type))).toBe(type);
    expect(events[type].fields).toContain(idFieldOf(type));
  });

  it.each(eventTypes)('%s without an id is known again by its own fields', (type) => {
    const field = idFieldOf(type);
    const payload = { ...payloadOf(type), [field]: '' };
    const identity = identityOf(payload);
    expect(identity).toBeDefined();
    expect(identityOf({ ...payload })).toEqual(identity);
    expect(identityOf({ ...payload, [field]: 'evt_1' })?.key).toBe('id evt_1');
    const stamp =
      events[type].fields.findLast((name) => name.endsWith('_at')) ?? events[type].fields.at(1) ?? '';
    expect(identityOf({ ...payload, [stamp]: 'later' })).not.toEqual(identity);
    expect(identity?.passing).toBe(!events[type].fields.some((name) => name.endsWith('_at')));
  });

  it('keeps types apart that share their values', () => {
    const keys = eventTypes.map((type) => identityOf({ ...payloadOf(type), event_id: '', eventId: '' })?.key);
    expect(new Set(keys).size).toBe(eventTypes.length);
  });

  it('that nobody knows is never the same as another', () => {
    expect(identityOf({ hello: 1 })).toBeUndefined();
    expect(identityOf({ lead_id: 1, event_id: '' })).toBeUndefined();
    expect(identityOf({ ...payloadOf('LeadCategoryUpdate', null), event_id: '' })).toBeUndefined();
    expect(identityOf(JSON.parse('{"__proto__": {"event_id": "x"}}'))).toBeUndefined();
  });

  it('has an id only where that is text', () => {
    expect(eventIdOf({ event_id: 5 })).toBeUndefined();
    expect(eventIdOf({ event_id: '', eventId: 'evt_1' })).toBe('evt_1');
  });

  it('is about somebody or something', () => {
    expect(aboutOf({ from_email: 'a@b.example', name: 'x' })).toBe('a@b.example');
    expect(aboutOf({ kind: 'outbound', from_email: 'me@b.example', recipient: 'a@b.example' })).toBe(
      'a@b.example',
    );
    expect(aboutOf({ from_email: '', balance: 90 })).toBe('90');
    expect(aboutOf({})).toBeUndefined();
  });
});
