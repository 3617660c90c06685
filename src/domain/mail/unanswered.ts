interface Reply {
  readonly threadId?: string | null | undefined;
  readonly responseCategory?: string | null | undefined;
}

/**
 * Tells which replies wait for an answer, of a list with the newest first: interested or not categorized yet, the newest
 * of its thread, and not answered as far as `isAnswered` knows. It remembers the threads it saw.
 */
export function unanswered<T extends Reply>(isAnswered: (reply: T) => boolean): (reply: T) => boolean {
  const threads = new Set<string>();
  return (reply) => {
    const { threadId, responseCategory } = reply;
    const isNewest = !threadId || !threads.has(threadId);
    if (threadId) threads.add(threadId);
    const matters = responseCategory === 'interested' || (responseCategory ?? null) === null;
    return isNewest && matters && !isAnswered(reply);
  };
}
