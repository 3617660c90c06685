export type InTurn = <T>(work: () => T | Promise<T>) => Promise<T>;

/** Runs what it is given one after another, in the order of the calls, however long each takes or fails. */
export function oneAtATime(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
