/** Not a failure: a command that runs another program ends as that one ended. */
export class ChildEnded extends Error {
  override readonly name = 'ChildEnded';

  constructor(readonly exit: number) {
    super(`the command ended with ${exit}`);
  }
}
