import { Failure } from '../../base/errors.ts';
import type { Context } from '../../cli/declare/command.ts';
import { type ServiceAddress, serviceAddress } from '../../cli/profile/service-address.ts';

/** The name to save under: the one that was given, the live one in use, or `default`. */
export function profileToSave({ files, screen }: Context): string {
  const given = screen.globals.profile ?? (files.world.env.OUTREACH_PROFILE || undefined);
  const name = given ?? files.profiles.chosen() ?? 'default';
  if (given === undefined && name === 'sandbox') return 'default';
  files.profiles.checkName(name);
  return name;
}

/** From the flag, the environment, the profile as it was, or the person. */
export async function askForAddress(
  { consent, files }: Context,
  profile: string,
  flag: string | undefined,
): Promise<ServiceAddress> {
  if (flag !== undefined) return serviceAddress(flag, '--base-url');
  if (files.world.env.OUTREACH_BASE_URL)
    return serviceAddress(files.world.env.OUTREACH_BASE_URL, 'OUTREACH_BASE_URL');
  const before = files.profiles.get(profile)?.baseUrl;
  if (consent.ask.possible) {
    const answer = await consent.ask.text('Base URL of the service (ends in /r)', {
      ...(before !== undefined && { fallback: before }),
      check: problemOf,
    });
    return serviceAddress(answer, 'your answer');
  }
  if (before !== undefined) return serviceAddress(before, `profile ${profile}`);
  throw new Failure('no_base_url', 'The address of the live service is missing', {
    hint: 'Pass --base-url https://…/r, or set OUTREACH_BASE_URL.',
  });
}

function problemOf(text: string): string | true {
  try {
    serviceAddress(text, 'your answer');
    return true;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}
