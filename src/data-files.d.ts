// Bundled as text by scripts/data-files.mjs.
declare module '*.tsv' {
  const text: string;
  export default text;
}
declare module '*.md' {
  const text: string;
  export default text;
}
