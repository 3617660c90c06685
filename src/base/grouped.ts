/** `12,345.6`. Not `toLocaleString`: its tables take longer to load than most commands take to run. */
export const grouped = (n: number | string): string =>
  String(n).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');
