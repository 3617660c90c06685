/** The names alone: what is behind them is loaded with the sandbox. A test holds the two against each other. */
export const presetNames = ['flaky', 'lost-answers', 'rate-limited', 'down'] as const;
