export declare function compiled(): Promise<string>;
