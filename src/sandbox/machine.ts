import { Failure } from '../contract/errors.ts';

/** A full disk, a lock, a damaged file: no defect and no answer of the service, so whoever sits at the machine is told. */
export const isOfMachine = (error: unknown): boolean => error instanceof Failure && error.kind === 'usage';
