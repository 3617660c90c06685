export declare function selfTest(name: string): Promise<{ readonly problems: readonly string[] }>;
