interface Package {
  readonly version: string;
  readonly mcpName: string;
  readonly repository: { readonly url: string };
}

export function notesOf(version: string, changelog: string): { heading: string; text: string };
export function refusalOf(tag: string, place: string, of: Package, changelog: string): string | undefined;
