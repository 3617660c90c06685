import { Failure } from '../../base/errors.ts';

/** A full disk, a lock, a damaged file: no defect and no answer of the service, so whoever sits at the machine is told. */
export const isHostError = (error: unknown): boolean => error instanceof Failure && error.kind === 'usage';
