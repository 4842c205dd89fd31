/** Application menu: on macOS copy, paste and quit need one; other systems have none. */
import type { MenuItemConstructorOptions } from 'electron';

export function buildMenuTemplate(platform: NodeJS.Platform, isSealed: boolean): MenuItemConstructorOptions[] {
  const template: MenuItemConstructorOptions[] = [];
  if (platform === 'darwin') template.push({ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' });
  if (!isSealed) template.push({ label: 'View', submenu: [{ role: 'reload' }, { role: 'toggleDevTools' }] });
  return template;
}
