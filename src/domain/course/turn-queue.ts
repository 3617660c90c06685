/**
 * Whose turn is next, among a fixed number of takers of turns: a heap by moment. Of several at one moment, the one that
 * chose it first, as in a queue of events.
 */
export function turnQueue(takers: number, startAt: number) {
  const heap = Array.from({ length: takers }, (_, index) => index);
  const moments = new Float64Array(takers).fill(startAt);
  const chosen = Float64Array.from(heap);
  let moves = takers;
  const isBefore = (a: number, b: number): boolean => {
    const [one, other] = [moments[a] as number, moments[b] as number];
    return one === other ? (chosen[a] as number) < (chosen[b] as number) : one < other;
  };
  return {
    /** The moment of the next turn; without takers it never comes. */
    at: (): number => (takers === 0 ? Number.POSITIVE_INFINITY : (moments[heap[0] as number] as number)),
    /** Whose turn it is. */
    first: (): number => heap[0] as number,
    /** Gives the one whose turn it is its next moment. */
    move(next: number): void {
      const taker = heap[0] as number;
      moments[taker] = next;
      chosen[taker] = moves++;
      let hole = 0;
      for (;;) {
        let child = 2 * hole + 1;
        if (child >= takers) break;
        if (child + 1 < takers && isBefore(heap[child + 1] as number, heap[child] as number)) child += 1;
        if (!isBefore(heap[child] as number, taker)) break;
        heap[hole] = heap[child] as number;
        hole = child;
      }
      heap[hole] = taker;
    },
  };
}
