import { describe, expect, it } from 'vitest';
import { buildConfirmationHtml, escapeHtml } from '#main/shell/chromium/ownPage.ts';

describe('buildConfirmationHtml', () => {
  it('shows facts as text, never as markup', () => {
    const html = buildConfirmationHtml({
      title: '<b>Export?</b>',
      facts: [{ label: 'To', value: '"><script>steal()</script>' }],
      confirmLabel: 'Export & save',
    });
    expect(html).not.toContain('<script');
    expect(html).not.toContain('<b>');
    expect(html).toContain('&lt;script&gt;steal()&lt;/script&gt;');
    expect(html).toContain('Export &amp; save');
    // The page enables them once it waits for the answer.
    expect(html.match(/<button[^>]* disabled>/g)).toHaveLength(2);
    expect(escapeHtml(`<>&"'`)).toBe('&lt;&gt;&amp;&quot;&#39;');
  });
});
