/** After a call under a token, however it ended. */
export const sameLine = 'Run the same line again: its --once token keeps the call from being made twice';
