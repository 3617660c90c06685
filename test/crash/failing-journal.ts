import type { Journal } from '../../src/client/guard/journal.ts';
import { writing } from './disk.ts';
import { troubleOf } from './failing-door.ts';

/** A journal whose changes fail where `fails` says so, which is asked before each. */
export const failingJournal = (journal: Journal, fails: () => boolean): Journal =>
  new Proxy(journal, {
    get(_, name) {
      const member: unknown = Reflect.get(journal, name);
      if (typeof member !== 'function' || !writing.has(name)) return member;
      return async (...args: unknown[]) => {
        if (fails()) throw troubleOf('disk full');
        return member.apply(journal, args);
      };
    },
  });
