/** A module of recharts that its package ships without types beside it. */
declare module 'recharts/es6/zIndex/zIndexSelectors.js' {
  interface Layers {
    readonly zIndex: { readonly zIndexMap: Readonly<Record<number, { readonly element: Element | undefined }>> };
  }
  export function selectZIndexPortalElement(
    state: Layers,
    zIndex: number | undefined,
    isPanorama: boolean,
  ): Element | undefined;
}
