import { describe, expect, it } from 'vitest';
import { foldersOf, sandboxDatabasePath } from '../../src/local/folders.ts';

const at = (platform: string, env: Record<string, string>, cwd = '/there') =>
  foldersOf({ platform, env, cwd });

describe('the folders', () => {
  it('are one where OUTREACH_HOME says so', () => {
    const env = { OUTREACH_HOME: '/srv/outreach', XDG_CONFIG_HOME: '/x' };
    expect(at('linux', env)).toEqual({
      config: '/srv/outreach',
      state: '/srv/outreach/state',
      sandbox: '/srv/outreach/sandbox',
    });
    expect(at('linux', { OUTREACH_HOME: 'here' }).config).toBe('/there/here');
    expect(at('win32', { OUTREACH_HOME: 'D:\\o' }, 'C:\\').state).toBe('D:\\o\\state');
  });

  it('follow XDG, but not its relative paths', () => {
    const env = { HOME: '/home/ann', XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s', XDG_DATA_HOME: 'relative' };
    expect(at('linux', env)).toEqual({
      config: '/c/outreach',
      state: '/s/outreach/state',
      sandbox: '/home/ann/.local/share/outreach/sandbox',
    });
    expect(at('darwin', env).config).toBe('/c/outreach');
  });

  it('are those of the platform otherwise', () => {
    expect(at('linux', { HOME: '/home/ann', OUTREACH_HOME: '' }).config).toBe('/home/ann/.config/outreach');
    expect(at('darwin', { HOME: '/Users/ann' })).toEqual({
      config: '/Users/ann/Library/Application Support/outreach',
      state: '/Users/ann/Library/Application Support/outreach/state',
      sandbox: '/Users/ann/Library/Application Support/outreach/sandbox',
    });
    expect(at('win32', { USERPROFILE: 'C:\\Users\\Ann', APPDATA: 'C:\\Roaming' })).toEqual({
      config: 'C:\\Roaming\\outreach',
      state: 'C:\\Users\\Ann\\AppData\\Local\\outreach\\state',
      sandbox: 'C:\\Users\\Ann\\AppData\\Local\\outreach\\sandbox',
    });
  });

  it('hold the database of the sandbox', () => {
    expect(sandboxDatabasePath({ platform: 'linux', env: { OUTREACH_HOME: '/o' }, cwd: '/' })).toBe(
      '/o/sandbox/sandbox.db',
    );
  });
});
