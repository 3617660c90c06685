export declare function jobNames(): Promise<string[]>;
