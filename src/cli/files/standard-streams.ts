/** As a file of its own it would be read in a way that no signal reaches. */
export const isStandardInput = (path: string): boolean => path === '-' || path === '/dev/stdin';

export const isStandardOutput = (path: string): boolean => path === '-' || path === '/dev/stdout';
