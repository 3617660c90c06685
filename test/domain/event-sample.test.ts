import { describe, expect, it } from 'vitest';
import { eventTypes } from '../../src/contract/events/events.ts';
import { htmlOf, payloadOf, recipientsText, textOf } from '../../src/domain/events/event-payload.ts';
import { samplePayload } from '../../src/domain/events/event-sample.ts';
import { eventFields } from './event-fields.ts';

const id = `evt_${'0a'.repeat(16)}`;
const now = Date.UTC(2026, 0, 5, 9);

describe('samples of events', () => {
  it.each(eventTypes)('%s has the fields of the specification, in its order', (type) => {
    expect(Object.keys(samplePayload(type, { now, id })).join(' ')).toBe(eventFields[type]);
  });

  it('gives an id to the types that always have one, and none to the others', () => {
    const ids = eventTypes.map((type) => Object.values(samplePayload(type, { now, id }))[0]);
    expect(ids).toEqual(['', id, id, id, '', '', '', '', '', '']);
  });
});

describe('payloads', () => {
  it('stand in order whatever order they are given in', () => {
    const payload = payloadOf('CreditBalanceLow', { threshold: 100, balance: 5, event_id: '' });
    expect(JSON.stringify(payload)).toBe('{"event_id":"","balance":5,"threshold":100}');
  });

  it('hold people as a list inside of a text', () => {
    const people = [{ name: 'Ann "A" Lee', email: 'ann@a.test' }];
    const again = JSON.parse(JSON.stringify({ recipients: recipientsText(people) })) as {
      recipients: string;
    };
    expect(JSON.parse(again.recipients)).toEqual(people);
  });

  it('hold a letter as text and as HTML, whichever it was written in', () => {
    expect(htmlOf('a <b> & "c"\nd\n\ne', 'text')).toBe('<p>a &lt;b&gt; &amp; &quot;c&quot;<br>d</p><p>e</p>');
    expect(htmlOf('<b>a</b>', 'html')).toBe('<b>a</b>');
    expect(textOf('<p>1 &amp;lt; 2</p><p>b<br>c</p>', 'html')).toBe('1 &lt; 2\n\nb\nc');
    expect(textOf('1 < 2', 'text')).toBe('1 < 2');
  });
});
