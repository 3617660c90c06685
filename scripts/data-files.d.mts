export declare const dataFiles: {
  readonly name: string;
  load(id: string): { code: string; moduleType: 'js' } | undefined;
};
