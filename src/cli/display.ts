/** Decides whether a start opens a window: pure. */
import { StartError, type StartOptions } from '#main/shell/startOptions.ts';

export interface DisplayHost {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export const NO_DISPLAY = 'No display found (DISPLAY and WAYLAND_DISPLAY are not set)';

function hasDisplay({ platform, env }: DisplayHost): boolean {
  return platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/** The options, headless where there is no display; throws where Electron was asked for, which needs one. */
export function fitToDisplay(options: StartOptions, host: DisplayHost): StartOptions {
  if (options.headless || hasDisplay(host)) return options;
  if (options.network.kind === 'live' || options.shell === 'electron') {
    throw new StartError(`${NO_DISPLAY}; the Electron shell needs one: ssh -X, or xvfb-run -a npm start -- …`, 1);
  }
  return { ...options, headless: true };
}
