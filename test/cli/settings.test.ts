import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { digest } from '../../src/base/digest.ts';
import { Failure } from '../../src/base/errors.ts';
import { hintOf } from '../../src/cli/messages/hints/hint-of.ts';
import { accountOf } from '../../src/cli/profile/account.ts';
import { inProcessBaseUrl, resolveSettings } from '../../src/cli/profile/settings.ts';
import {
  sandboxChildKey,
  sandboxExpiredKey,
  sandboxKey,
  sandboxKeyOf,
  sandboxPausedKey,
  sandboxReadOnlyKey,
  sandboxTrialKey,
} from '../../src/contract/keys.ts';
import { inProcessAccounts } from '../../src/local/profile.ts';
import { hintAsText } from '../hint-as-text.ts';

const key = (tag: string) => `run_${tag.padEnd(8, '0')}_${'a1B2'.repeat(10)}`;
const [prod, other] = [key('prod'), key('other')];

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'outreach-settings-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function save(settings: object, keys: Record<string, { key: string; origin: string }> = {}) {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'config.json'), JSON.stringify(settings), { mode: 0o600 });
  writeFileSync(join(home, 'keys.json'), JSON.stringify({ keys }), { mode: 0o600 });
}

/** Two live profiles, a loopback one with a sandbox key, and `prod` chosen. */
const saveThree = () =>
  save(
    {
      profile: 'prod',
      profiles: {
        prod: {
          baseUrl: 'https://prod.example/r',
          scope: 'read',
          maxCredits: 9,
          routes: { 'leads.move': 'PUT /x' },
        },
        staging: { baseUrl: 'https://staging.example/r' },
        local: { baseUrl: 'http://127.0.0.1:4010/r' },
      },
    },
    {
      prod: { key: prod, origin: 'https://prod.example' },
      staging: { key: other, origin: 'https://staging.example' },
      local: { key: sandboxKey, origin: 'http://127.0.0.1:4010' },
    },
  );

const resolved = (env: Record<string, string> = {}, profile?: string) =>
  resolveSettings({ env: { OUTREACH_HOME: home, ...env }, platform: 'linux', cwd: home }, { profile });

function refusal(env: Record<string, string> = {}, profile?: string): Failure {
  try {
    const settings = resolved(env, profile);
    throw new Error(`resolved to ${settings.profile} at ${settings.baseUrl}`);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const shown = hintAsText(error);
    for (const secret of [prod, other, sandboxKey, env.OUTREACH_API_KEY || prod])
      expect(`${shown.message} ${shown.hint}`).not.toContain(secret);
    return shown;
  }
}

describe('where nothing is configured', () => {
  it('takes the sandbox in this process and says so', () => {
    expect(resolved()).toMatchObject({
      profile: 'sandbox',
      target: 'sandbox',
      inProcess: true,
      key: sandboxKey,
      keySource: 'built-in',
      scope: 'read_write',
      notices: [expect.stringContaining('this is the sandbox')],
    });
  });

  it.each([
    ['CI is set', { CI: 'true' }],
    ['the key is set but empty', { OUTREACH_API_KEY: '' }],
    ['only a base URL is set', { OUTREACH_BASE_URL: 'https://prod.example/r' }],
  ])('assumes nothing when %s', (_case, env) => {
    const failure = refusal(env);
    expect(failure.kind).toBe('unauthenticated');
    expect(failure.hint).toContain('outreach login');
    expect(failure.hint).toContain('OUTREACH_API_KEY');
    expect(failure.hint).toContain('--profile sandbox');
  });

  it.each([{ CI: '' }, { CI: 'false' }, { CI: '0' }])('is not stopped by %o', (env) => {
    expect(resolved(env).profile).toBe('sandbox');
  });

  it.each([
    [{ CI: '1' }, 'sandbox'],
    [{ OUTREACH_API_KEY: '' }, 'sandbox'],
    [{ OUTREACH_API_KEY: prod, OUTREACH_BASE_URL: 'https://prod.example/r' }, 'sandbox'],
    [{ CI: '1', OUTREACH_PROFILE: 'sandbox' }, undefined],
  ])('takes the sandbox quietly where it is named: %#', (env, profile) => {
    expect(resolved(env, profile)).toMatchObject({ inProcess: true, key: sandboxKey, notices: [] });
  });
});

describe('the scope of a key of the sandbox', () => {
  it.each([
    [sandboxKey, 'read_write'],
    [sandboxReadOnlyKey, 'read'],
    [sandboxChildKey, 'read_write'],
    [sandboxTrialKey, 'read_write'],
    [sandboxExpiredKey, 'read_write'],
    [sandboxPausedKey, 'read_write'],
    [sandboxKeyOf('x'.repeat(40)), 'unknown'],
  ])('of %s is %s', (key, scope) => {
    expect(resolved({ OUTREACH_API_KEY: key })).toMatchObject({ target: 'sandbox', scope });
  });
});

describe('what goes before what', () => {
  beforeEach(saveThree);

  it.each([
    ['the chosen profile', {}, undefined, 'prod', 'profile prod'],
    ['the chosen profile, under CI', { CI: '1' }, undefined, 'prod', 'profile prod'],
    [
      'OUTREACH_PROFILE before the choice',
      { OUTREACH_PROFILE: 'staging' },
      undefined,
      'staging',
      'profile staging',
    ],
    ['--profile before OUTREACH_PROFILE', { OUTREACH_PROFILE: 'staging' }, 'prod', 'prod', 'profile prod'],
    ['the same key in both places', { OUTREACH_API_KEY: other }, 'staging', 'staging', 'profile staging'],
    [
      '--profile, whatever an empty key says',
      { OUTREACH_API_KEY: '' },
      'staging',
      'staging',
      'profile staging',
    ],
  ])('%s', (_case, env, flag, profile, keySource) => {
    expect(resolved(env, flag)).toMatchObject({
      profile,
      keySource,
      target: 'live',
      inProcess: false,
      baseUrl: `https://${profile}.example/r`,
    });
  });

  it('gives what a profile holds beside the address', () => {
    expect(resolved()).toMatchObject({
      key: prod,
      scope: 'read',
      maxCredits: 9,
      routes: { 'leads.move': { method: 'PUT', path: '/x' } },
      notices: [],
      warnings: [],
    });
  });

  it('takes OUTREACH_BASE_URL before the profile, for the same origin only', () => {
    expect(resolved({ OUTREACH_BASE_URL: 'https://prod.example/v2/r/' }).baseUrl).toBe(
      'https://prod.example/v2/r',
    );
    const failure = refusal({ OUTREACH_BASE_URL: 'https://elsewhere.example/r' });
    expect(failure).toMatchObject({ kind: 'unauthenticated', code: 'key_bound_elsewhere' });
    // A login would move the profile.
    expect(hintOf(failure)).toBe('To use the key where it was saved: unset OUTREACH_BASE_URL');
    expect(failure.message).toContain('https://prod.example');
  });

  it('refuses a key that belongs to another workspace than the named profile', () => {
    expect(refusal({ OUTREACH_API_KEY: other }, 'prod')).toMatchObject({
      kind: 'usage',
      code: 'contradicting_settings',
    });
  });

  it('names the profile that was probably meant', () => {
    for (const failure of [refusal({}, 'stagin'), refusal({ OUTREACH_PROFILE: 'stagin' })]) {
      expect(failure).toMatchObject({ kind: 'usage', code: 'unknown_profile' });
      expect(failure.hint).toContain("'staging'");
    }
    expect(refusal({}, 'constructor').code).toBe('unknown_profile');
  });

  it('asks for a choice where there are profiles and none is chosen', () => {
    save({ profiles: { prod: { baseUrl: 'https://prod.example/r' } } });
    expect(refusal()).toMatchObject({ kind: 'usage', code: 'no_profile_chosen' });
  });

  it('says what a profile lacks', () => {
    save({ profile: 'prod', profiles: { prod: { baseUrl: 'https://prod.example/r' }, bare: {} } });
    expect(refusal()).toMatchObject({ kind: 'unauthenticated', code: 'no_key' });
    expect(refusal({}, 'bare')).toMatchObject({ kind: 'usage', code: 'no_base_url' });
    expect(refusal({}, 'bare').hint).toBe('outreach login --profile bare');
  });
});

describe('a key from the environment', () => {
  it('needs a base URL', () => {
    const failure = refusal({ OUTREACH_API_KEY: prod });
    expect(failure).toMatchObject({ kind: 'usage', code: 'no_base_url' });
    expect(failure.hint).toContain('OUTREACH_BASE_URL');
  });

  it('works with one, without any profile', () => {
    expect(
      resolved({ OUTREACH_API_KEY: prod, OUTREACH_BASE_URL: 'https://a.example/r', CI: '1' }),
    ).toMatchObject({
      profile: null,
      target: 'live',
      baseUrl: 'https://a.example/r',
      keySource: 'environment',
    });
  });

  it.each([
    [` ${prod}`, /spaces or line breaks around/],
    [`${prod}\n`, /spaces or line breaks around/],
    [`"${prod}"`, /quotes/],
    [`Bearer ${prod}`, /Bearer/],
    [prod.slice(0, 50), /50 characters instead of 53/],
    [prod.replace('run_', 'RUN_'), /begin with "run_"/],
    [`${prod.slice(0, -1)}!`, /other than letters and digits/],
    [`${prod.slice(0, 30)} ${prod.slice(31)}`, /space or a line break in it/],
  ])('is told what is wrong with its form: %#', (malformed, reason) => {
    const failure = refusal({ OUTREACH_API_KEY: malformed, OUTREACH_BASE_URL: 'https://a.example/r' });
    expect(failure).toMatchObject({ kind: 'unauthenticated', code: 'malformed_key' });
    expect(failure.message).toMatch(reason);
  });

  it('goes to the sandbox of this process where it is a sandbox key', () => {
    const settings = resolved({ OUTREACH_API_KEY: sandboxReadOnlyKey });
    expect(settings).toMatchObject({
      target: 'sandbox',
      inProcess: true,
      key: sandboxReadOnlyKey,
      scope: 'read',
    });
    saveThree();
    expect(resolved({ OUTREACH_API_KEY: sandboxKey })).toMatchObject({ target: 'sandbox', inProcess: true });
  });

  it('goes to a served sandbox on this machine, and to no other', () => {
    const env = { OUTREACH_API_KEY: sandboxKey };
    expect(resolved({ ...env, OUTREACH_BASE_URL: 'http://127.0.0.1:4010/r' })).toMatchObject({
      target: 'sandbox',
      inProcess: false,
      baseUrl: 'http://127.0.0.1:4010/r',
    });
    expect(refusal({ ...env, OUTREACH_BASE_URL: 'https://a.example/r' }).code).toBe('wrong_key_for_target');
  });

  it('never goes to the sandbox where it is a live key', () => {
    const env = { OUTREACH_API_KEY: prod, OUTREACH_PROFILE: 'sandbox' };
    expect(refusal(env).code).toBe('wrong_key_for_target');
    expect(refusal({ ...env, OUTREACH_BASE_URL: 'http://127.0.0.1:4010/r' }).code).toBe(
      'wrong_key_for_target',
    );
  });
});

describe('a key from the environment beside profiles', () => {
  const third = key('third');
  const at = (origin: string) => ({ OUTREACH_BASE_URL: `https://${origin}.example/r` });
  const named = (name: string) => ({ OUTREACH_PROFILE: name });
  /** `prod` is current, `bare` has no key of its own, `audit` is read-only at the service of `prod`. */
  beforeEach(() =>
    save(
      {
        profile: 'prod',
        profiles: {
          prod: {
            baseUrl: 'https://prod.example/r',
            scope: 'read',
            workspace: 'Acme',
            mcpUrl: 'https://mcp.example/mcp',
            siteUrl: 'https://site.example',
            maxCredits: 9,
            maxUsdPerDay: 7,
            routes: { 'leads.move': 'PUT /x' },
          },
          staging: { baseUrl: 'https://staging.example/r', readOnly: true, maxUsd: 3 },
          bare: { baseUrl: 'https://prod.example/r', maxUsd: 5, routes: { 'leads.move': 'PUT /y' } },
          audit: { baseUrl: 'https://prod.example/r', readOnly: true, maxCredits: 20, maxUsdPerDay: 2 },
        },
      },
      {
        prod: { key: prod, origin: 'https://prod.example' },
        staging: { key: other, origin: 'https://staging.example' },
        audit: { key: key('audit'), origin: 'https://prod.example' },
      },
    ),
  );

  const asProfile = (name: string, more: object) => ({ profile: name, ...more });
  const alone = (more: object) => ({
    profile: null,
    keySource: 'environment',
    scope: 'unknown',
    routes: {},
    ...more,
  });
  const unguarded = {
    guardsOf: undefined,
    readOnly: false,
    maxCredits: undefined,
    maxUsd: undefined,
    maxCreditsPerDay: undefined,
    maxUsdPerDay: undefined,
  };
  const ofProd = {
    ...unguarded,
    guardsOf: { maxCredits: ['prod'], maxUsdPerDay: ['prod'] },
    maxCredits: 9,
    maxUsdPerDay: 7,
  };
  const isProd = asProfile('prod', {
    keySource: 'profile prod',
    scope: 'read',
    maxCredits: 9,
    workspace: 'Acme',
  });

  it.each<[string, Record<string, string>, string | undefined, object | string]>([
    ['same key, current profile', { OUTREACH_API_KEY: prod }, undefined, isProd],
    ['same key, current profile, its base URL', { OUTREACH_API_KEY: prod, ...at('prod') }, undefined, isProd],
    ['same key, another base URL', { OUTREACH_API_KEY: prod, ...at('a') }, undefined, 'key_bound_elsewhere'],
    ['same key, named by variable', { OUTREACH_API_KEY: prod, ...named('prod') }, undefined, isProd],
    ['same key, named on the line', { OUTREACH_API_KEY: prod }, 'prod', isProd],
    ['another key, current profile', { OUTREACH_API_KEY: third }, undefined, 'no_base_url'],
    [
      'another key, named by variable',
      { OUTREACH_API_KEY: third, ...named('prod') },
      undefined,
      'no_base_url',
    ],
    ['another key, named on the line', { OUTREACH_API_KEY: third }, 'prod', 'contradicting_settings'],
    [
      'another key, named on the line, with a base URL',
      { OUTREACH_API_KEY: third, ...at('prod') },
      'prod',
      'contradicting_settings',
    ],
    [
      'another key at the service of the current profile',
      { OUTREACH_API_KEY: third, ...at('prod') },
      undefined,
      alone(ofProd),
    ],
    [
      'another key at the service of the profile named by variable',
      { OUTREACH_API_KEY: third, ...named('staging'), ...at('staging') },
      undefined,
      alone({
        ...unguarded,
        guardsOf: { readOnly: ['staging'], maxUsd: ['staging'] },
        readOnly: true,
        maxUsd: 3,
      }),
    ],
    ['another key at another service', { OUTREACH_API_KEY: third, ...at('a') }, undefined, alone(unguarded)],
    [
      'the key of a profile that is not current, without a base URL',
      { OUTREACH_API_KEY: other },
      undefined,
      'no_base_url',
    ],
    [
      'the key of a profile that is not current: the stricter guards of both',
      { OUTREACH_API_KEY: key('audit'), ...at('prod') },
      undefined,
      alone({
        ...unguarded,
        guardsOf: { readOnly: ['audit'], maxCredits: ['prod'], maxUsdPerDay: ['audit'] },
        readOnly: true,
        maxCredits: 9,
        maxUsdPerDay: 2,
      }),
    ],
    [
      'a profile without a key, completed by the variable',
      { OUTREACH_API_KEY: third, ...named('bare') },
      undefined,
      asProfile('bare', { keySource: 'environment', maxUsd: 5, baseUrl: 'https://prod.example/r' }),
    ],
    [
      'a profile without a key, named on the line',
      { OUTREACH_API_KEY: third },
      'bare',
      asProfile('bare', {
        keySource: 'environment',
        routes: { 'leads.move': { method: 'PUT', path: '/y' } },
      }),
    ],
    [
      'a profile without a key, and another service',
      { OUTREACH_API_KEY: third, ...named('bare'), ...at('a') },
      undefined,
      alone(unguarded),
    ],
  ])('%s', (_case, env, flag, expected) => {
    if (typeof expected === 'string') expect(refusal(env, flag).code).toBe(expected);
    else {
      const settings = resolved(env, flag);
      expect({ guardsOf: undefined, ...settings }).toMatchObject({
        target: 'live',
        inProcess: false,
        ...expected,
      });
      if (settings.profile === null)
        expect([settings.workspace, settings.mcpUrl, settings.siteUrl]).toEqual([
          undefined,
          undefined,
          undefined,
        ]);
    }
  });

  it('is told what to set where no base URL says where it goes', () => {
    const failure = refusal({ OUTREACH_API_KEY: third });
    expect(failure.kind).toBe('usage');
    expect(failure.message).toContain("not the key of the profile 'prod'");
    expect(failure.hint).toMatch(/OUTREACH_BASE_URL.*unset OUTREACH_API_KEY/);
  });
});

describe('the guards of a profile', () => {
  const origin = 'https://prod.example';
  const baseUrl = `${origin}/r`;
  const keys = { prod: { key: prod, origin }, second: { key: prod, origin } };

  it('hold also where the variable leads to the service of its key, and its own address elsewhere', () => {
    const moved = { baseUrl: 'https://staging.example/r', readOnly: true, maxCreditsPerDay: 10 };
    save({ profile: 'prod', profiles: { prod: moved } }, { prod: keys.prod });
    expect(resolved({ OUTREACH_BASE_URL: baseUrl })).toMatchObject({
      ...{ profile: 'prod', baseUrl, readOnly: true, maxCreditsPerDay: 10 },
      guardsOf: { readOnly: ['prod'], maxCreditsPerDay: ['prod'] },
    });
  });

  it.each<[string, object, object, object]>([
    [
      'not a looser one',
      { maxUsdPerDay: 1 },
      { maxUsdPerDay: 500 },
      { guardsOf: { maxUsdPerDay: ['prod'] }, maxUsdPerDay: 1 },
    ],
    [
      'a stricter one',
      { maxUsdPerDay: 500 },
      { maxUsdPerDay: 0 },
      { guardsOf: { maxUsdPerDay: ['second'] }, maxUsdPerDay: 0 },
    ],
    [
      'both',
      { maxCredits: 5 },
      { readOnly: true },
      { guardsOf: { readOnly: ['second'], maxCredits: ['prod'] }, maxCredits: 5 },
    ],
    [
      'not of one command',
      { maxCredits: 5 },
      { maxCredits: 3 },
      { guardsOf: { maxCredits: ['prod'] }, maxCredits: 5 },
    ],
  ])('name those that hold, of another with its key: %s', (_case, own, other, expected) => {
    const profiles = { prod: { baseUrl, ...own }, second: { baseUrl, ...other } };
    save({ profile: 'prod', profiles }, keys);
    expect(resolved()).toMatchObject({ profile: 'prod', ...expected });
  });
});

describe('a key of the sandbox from the environment beside profiles', () => {
  const served = 'http://127.0.0.1:4010/r';
  const K = { OUTREACH_API_KEY: sandboxKey };
  const R = { OUTREACH_API_KEY: sandboxReadOnlyKey };
  const at = (OUTREACH_BASE_URL: string) => ({ OUTREACH_BASE_URL });
  const named = (OUTREACH_PROFILE: string) => ({ OUTREACH_PROFILE });
  const guards = { readOnly: true, maxCreditsPerDay: 10 };
  const guardsOf = { readOnly: ['live'], maxCreditsPerDay: ['live'] };
  /** `live` is current unless said, read-only, and has the key that reads and writes; `bare` has none. */
  const saveServed = (profile: string) =>
    save(
      {
        profile,
        profiles: {
          live: { baseUrl: served, scope: 'read_write', routes: { 'leads.move': 'PUT /x' }, ...guards },
          bare: { baseUrl: served, maxUsd: 5 },
          prod: { baseUrl: 'https://prod.example/r', readOnly: true },
          keyless: { baseUrl: 'https://prod.example/r' },
        },
      },
      {
        live: { key: sandboxKey, origin: 'http://127.0.0.1:4010' },
        prod: { key: prod, origin: 'https://prod.example' },
      },
    );

  const isLive = {
    profile: 'live',
    guardsOf,
    keySource: 'profile live',
    inProcess: false,
    baseUrl: served,
    routes: { 'leads.move': { method: 'PUT', path: '/x' } },
    ...guards,
  };
  const none = { guardsOf: undefined, readOnly: false, maxCreditsPerDay: undefined };
  const alone = { profile: null, keySource: 'environment', routes: {} };
  const guarded = { ...alone, inProcess: false, guardsOf, ...guards };
  const unguarded = { ...alone, inProcess: false, ...none };
  const builtIn = { profile: 'sandbox', keySource: 'built-in', inProcess: true, ...none };
  const inProcess = { ...alone, inProcess: true, ...none };
  const another = 'http://127.0.0.1:5000/r';
  const completed = {
    profile: 'bare',
    guardsOf: { ...guardsOf, maxUsd: ['bare'] },
    ...guards,
    keySource: 'environment',
    baseUrl: served,
    maxUsd: 5,
  };

  it.each<[string, string, Record<string, string>, string | undefined, object | string]>([
    ['its key', 'live', K, undefined, isLive],
    ['its key and address', 'live', { ...K, ...at(served) }, undefined, isLive],
    ['its key, named by variable', 'prod', { ...K, ...named('live') }, undefined, isLive],
    ['its key, named on the line', 'prod', K, 'live', isLive],
    [
      'its key, another name of its address',
      'live',
      { ...K, ...at('http://localhost:4010/r') },
      undefined,
      guarded,
    ],
    ['its key, another sandbox', 'live', { ...K, ...at(another) }, undefined, unguarded],
    ['its key, another sandbox, named', 'prod', { ...K, ...at(another) }, 'live', 'key_bound_elsewhere'],
    ['its key, abroad', 'live', { ...K, ...at('https://a.example/r') }, undefined, 'wrong_key_for_target'],
    ['another key at its address', 'live', { ...R, ...at(served) }, undefined, guarded],
    ['another key, no address', 'live', R, undefined, inProcess],
    ['another key, named by variable', 'prod', { ...R, ...named('live') }, undefined, 'no_base_url'],
    ['another key, named on the line', 'prod', R, 'live', 'contradicting_settings'],
    [
      'the key of a profile that is not current, at its address',
      'prod',
      { ...K, ...at(served) },
      undefined,
      guarded,
    ],
    ['the key of a profile that is not current', 'prod', K, undefined, builtIn],
    ['a profile without a key', 'bare', K, undefined, completed],
    ['a live profile without a key', 'keyless', K, undefined, builtIn],
    ['a live profile, named', 'live', { ...K, ...named('prod') }, undefined, 'wrong_key_for_target'],
    ['the sandbox profile, its key', 'sandbox', K, undefined, builtIn],
    ['the sandbox profile, another key', 'sandbox', R, undefined, inProcess],
    [
      'the sandbox profile at the address of one with guards',
      'sandbox',
      { ...K, ...at(served) },
      undefined,
      { profile: 'sandbox', inProcess: false, guardsOf, ...guards },
    ],
    [
      'the sandbox profile on the line at the address of one with guards',
      'prod',
      at('http://[::1]:4010/r'),
      'sandbox',
      { profile: 'sandbox', inProcess: false, guardsOf, ...guards },
    ],
  ])('%s', (_case, current, env, flag, expected) => {
    saveServed(current);
    if (typeof expected === 'string') expect(refusal(env, flag).code).toBe(expected);
    else
      expect({ guardsOf: undefined, maxCreditsPerDay: undefined, ...resolved(env, flag) }).toMatchObject({
        target: 'sandbox',
        ...expected,
      });
  });

  it.each([
    [K, 'sandbox', 'built-in'],
    [R, null, 'environment'],
  ])('without any profile is the built-in one only where it is its key: %#', (env, profile, keySource) => {
    expect(resolved(env)).toMatchObject({ profile, keySource, inProcess: true });
    expect(resolved({ ...env, ...at(another) })).toMatchObject({
      ...alone,
      inProcess: false,
      baseUrl: another,
    });
  });
});

describe('guards set for one spelling of an address', () => {
  const third = key('third');
  const heldAt = (baseUrl: string, OUTREACH_BASE_URL: string) => {
    save(
      { profile: 'prod', profiles: { prod: { baseUrl, readOnly: true } } },
      { prod: { key: prod, origin: new URL(baseUrl).origin } },
    );
    return resolved({ OUTREACH_API_KEY: third, OUTREACH_BASE_URL }).readOnly;
  };
  const names = ['http://127.0.0.1:4010/r', 'http://localhost:4010/r', 'http://[::1]:4010/r'];
  const spelt = ['http://LOCALHOST:4010/r/', 'https://localhost.:4010/r', 'https://127.0.0.2:4010/eu/r'];

  it.each(names.flatMap((one) => [...names, ...spelt].map((other) => [one, other])))(
    'hold from %s for %s',
    (one, other) => expect(heldAt(one, other)).toBe(true),
  );

  it.each([
    ['https://a.example/r', 'https://A.EXAMPLE/r/'],
    ['https://a.example:443/r', 'https://a.example/r'],
    ['https://a.example/r', 'https://a.example.:443/eu/r'],
    ['https://a.example.:8443/r', 'https://a.example:8443/r'],
    ['http://localhost/r', 'http://127.0.0.1:80/r'],
  ])('hold from %s for %s', (one, other) => expect(heldAt(one, other)).toBe(true));

  it.each([
    ['http://127.0.0.1:4010/r', 'http://127.0.0.1:4011/r'],
    ['https://a.example/r', 'https://a.example:8443/r'],
    ['https://a.example/r', 'https://b.example/r'],
    ['https://a.example/r', 'https://localhost/r'],
  ])('do not hold from %s for %s', (one, other) => expect(heldAt(one, other)).toBe(false));

  it.each(names.slice(1))('let no key that is bound to it go to %s', (other) => {
    heldAt('http://127.0.0.1:4010/r', other);
    expect(refusal({ OUTREACH_BASE_URL: other }).code).toBe('key_bound_elsewhere');
    expect(refusal({ OUTREACH_API_KEY: prod, OUTREACH_BASE_URL: other }).code).toBe('key_bound_elsewhere');
  });
});

describe('a sandbox that is served', () => {
  it('is reached by the sandbox profile over a loopback base URL, and by a profile of its own', () => {
    const env = { OUTREACH_BASE_URL: 'http://127.0.0.1:4010/r' };
    expect(resolved(env, 'sandbox')).toMatchObject({ inProcess: false, baseUrl: env.OUTREACH_BASE_URL });
    saveThree();
    expect(resolved({}, 'local')).toMatchObject({ target: 'sandbox', inProcess: false, profile: 'local' });
  });

  it('keeps to itself when the base URL is of a live service', () => {
    expect(resolved({ OUTREACH_BASE_URL: 'https://a.example/r' }, 'sandbox').inProcess).toBe(true);
  });
});

describe('the base URL', () => {
  const at = (OUTREACH_BASE_URL: string) => ({ OUTREACH_API_KEY: prod, OUTREACH_BASE_URL });

  it.each([
    ['https://a.example/r', 'https://a.example/r'],
    ['https://a.example/r/', 'https://a.example/r'],
    [' https://A.example:443/eu/r// ', 'https://a.example/eu/r'],
    ['http://localhost:8080/r', 'http://localhost:8080/r'],
    ['http://[::1]:8080/r', 'http://[::1]:8080/r'],
  ])('%s is taken', (given, kept) => {
    expect(resolved(at(given)).baseUrl).toBe(kept);
  });

  it.each([
    'http://a.example/r',
    'http://127.0.0.1.evil.example/r',
    'http://localhost.evil.example/r',
    'https://user:secret@a.example/r',
    'https://a.example/r?x=1',
    'https://a.example/r#x',
    'ftp://a.example/r',
    'a.example/r',
    'https://a.example',
    'https://a.example/rr',
    'https://a.example/r/leads',
  ])('%s is refused', (given) => {
    expect(refusal(at(given))).toMatchObject({ kind: 'usage', code: 'bad_base_url' });
  });

  it('without its prefix is corrected', () => {
    expect(refusal(at('https://a.example')).hint).toContain('https://a.example/r');
  });
});

describe('files that are not as they were left', () => {
  it('are warned about when others could read them', () => {
    saveThree();
    chmodSync(join(home, 'keys.json'), 0o644);
    expect(resolved().warnings).toEqual([
      expect.stringMatching(/keys\.json can be read by other users \(mode 0644\)/),
    ]);
  });

  it('are refused when they are symlinks', () => {
    saveThree();
    rmSync(join(home, 'keys.json'));
    writeFileSync(join(home, 'elsewhere'), '{}');
    symlinkSync(join(home, 'elsewhere'), join(home, 'keys.json'));
    expect(refusal()).toMatchObject({ kind: 'usage', code: 'unsafe_path' });
  });

  it.each([
    ['{"profile": "prod",\n "profiles": {,}}', /config\.json:2:15: this is not JSON/],
    ['{"profile": ', /config\.json:1:13: this is not JSON/],
    ['[]', /not a JSON object/],
    ['{"profile": 5}', /profile must be/],
    ['{"profile": "prod", "profiles": []}', /profiles must be an object/],
    ['{"profile": "prod", "profiles": {"prod": {"baseUrl": 5}}}', /profiles\.prod\.baseUrl must be text/],
    ['{"profile": "prod", "profiles": {"prod": {"maxUsd": -1}}}', /maxUsd must be a number/],
    [
      '{"profile": "prod", "profiles": {"prod": {"routes": {"leads.list": 1}}}}',
      /routes\.leads\.list must be text/,
    ],
  ])('are told with the place: %s', (text, message) => {
    save({});
    writeFileSync(join(home, 'config.json'), text);
    const failure = refusal();
    expect(failure).toMatchObject({ kind: 'usage', code: 'broken_config' });
    expect(failure.message).toMatch(message);
  });

  it('never have their content repeated', () => {
    save({});
    writeFileSync(
      join(home, 'config.json'),
      '{"profile": "prod", "profiles": {"prod": {"baseUrl": "https://prod.example/r"}}}',
    );
    writeFileSync(join(home, 'keys.json'), `${prod} is my key`);
    const failure = refusal();
    expect(failure.code).toBe('broken_config');
    expect(failure.message).not.toContain('run_');
  });
});

it('names the account of the built-in sandbox as its digest does', () => {
  const own = accountOf({ baseUrl: inProcessBaseUrl, key: sandboxKey, inProcess: true });
  expect(own).toBe(`${inProcessAccounts}${digest('http://localhost', sandboxKey)}`);
});
