import type { EventEmitter } from 'node:events';
import type { Screen } from '../declare/asker.ts';
import type { World } from '../declare/world.ts';
import { columnsOf } from '../output/text/window.ts';
import type { Place } from './fresh-keys.ts';

export const loadKeys = () => import('@inquirer/core');

const csi = '\u001b[';
/** A screen of its own, which scrolls nothing away, and on which a long line is cut instead of broken. */
const enter = `${csi}?1049h${csi}?7l${csi}?25l`;
const leave = `${csi}?7h${csi}?25h${csi}?1049l`;
const clear = `${csi}2J`;
const place = (row: number): string => `${csi}${row};1H`;
const eraseLine = `${csi}2K`;

/**
 * Shows a screen of keys until one ends it, with the prompt library for keys, Ctrl-C and the mode of the terminal. Each
 * line is drawn at its place: how wide the library or the terminal takes a text to be moves no other line.
 */
export function openScreen<T>(screen: Screen<T>, { stderr }: Pick<World, 'stderr'>) {
  let press: (key: string) => void = () => undefined;
  const size = () => ({ columns: columnsOf(stderr), rows: stderr.rows || 24 });

  const prompt = async (where: Place): Promise<T> => {
    const { createPrompt, useEffect, useState } = await loadKeys();
    const show = createPrompt<T, object>((_config, done) => {
      const [drawn, setDrawn] = useState({});
      useEffect((rl) => {
        let isOpen = true;
        const redraw = () => isOpen && setDrawn({});
        press = (key) => {
          // The library collects what is typed as an answer.
          rl.clearLine(0);
          const ended = screen.press(key, size());
          if (ended) done(ended.end);
          else redraw();
        };
        const hear = (_text: unknown, key: Key) => press(nameOf(key));
        const resized = () => {
          stderr.write(clear);
          redraw();
        };
        // Otherwise Ctrl-Z leaves the shell on this screen.
        const stay = () => press('ctrl-z');
        const typed = rl as unknown as EventEmitter;
        rl.input.on('keypress', hear);
        typed.on('SIGTSTP', stay);
        stderr.on('resize', resized);
        screen.opened?.(redraw);
        return () => {
          isOpen = false;
          press = () => undefined;
          rl.input.removeListener('keypress', hear);
          typed.removeListener('SIGTSTP', stay);
          stderr.off?.('resize', resized);
        };
      }, []);
      return drawn && drawAt(stderr, screen.draw(size()), size().rows);
    });
    stderr.write(`${enter}${clear}`);
    try {
      return await show({}, where);
    } finally {
      stderr.write(leave);
    }
  };
  return { prompt, escape: () => press('escape') };
}

interface Key {
  readonly name?: string;
  readonly sequence?: string;
  readonly ctrl?: boolean;
  readonly meta?: boolean;
}

/** A letter as it was typed, large or small; a key with Ctrl or Alt is none that a screen knows. */
function nameOf({ name = '', sequence = '', ctrl, meta }: Key): string {
  if (ctrl || meta) return '';
  return /^[!-~]$/.test(sequence) ? sequence : name;
}

/** All but the last line, which the library draws where the cursor is left. */
function drawAt(stderr: World['stderr'], lines: readonly string[], rows: number): string {
  const above = lines.slice(0, -1);
  const drawn = Array.from({ length: rows - 1 }, (_, at) => `${place(at + 1)}${eraseLine}${above[at] ?? ''}`);
  stderr.write(`${drawn.join('')}${place(rows)}`);
  return lines.at(-1) ?? ' ';
}
