// Preloaded into a measured process: what it took, written when it ends to the file that BENCH_USAGE names.
const { writeFileSync } = require('node:fs');

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  const peakMb = process.resourceUsage().maxRSS / 1024;
  writeFileSync(process.env.BENCH_USAGE, JSON.stringify({ cpuMs: (user + system) / 1000, peakMb }));
});
