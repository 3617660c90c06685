/** Warnings whose rows a fixed file can do without. */
export const droppable = ['role-address', 'disposable-address', 'personal-mailbox'] as const;
