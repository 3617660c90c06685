/** A terminal that was given no size says 0. */
const usualColumns = 80;

interface Sized {
  columns?: number | undefined;
}

/** How many columns to draw for: 80 where the stream does not say it. */
export const columnsOf = ({ columns }: Readonly<Sized>): number => columns || usualColumns;

/** For a library that reads the width of the stream itself, and would divide by 0. */
export function withColumns<S extends object>(stream: S & Sized): S {
  let { columns } = stream;
  return Object.defineProperty(stream, 'columns', {
    configurable: true,
    enumerable: true,
    get: () => columnsOf({ columns }),
    // Node writes the new size here when the window changes.
    set: (changed?: number) => {
      columns = changed;
    },
  });
}
