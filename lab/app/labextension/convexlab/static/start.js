// A plugin of JupyterLab, in the container that its loader expects of an extension: on a page that
// has no layout of its own yet, the side bars are closed. One that the user opens stays open.
(() => {
  const plugin = {
    id: "convexlab:closed-side-bars",
    description: "Leaves the window to the notebook at the first start.",
    autoStart: true,
    // JupyterLab restores its layout only after its plugins have returned.
    activate({ restored, shell }) {
      Promise.all([shell.restored, restored]).then(([layout]) => {
        if (!layout?.fresh) return;
        shell.collapseLeft?.();
        shell.collapseRight?.();
      });
    },
  };
  const extension = { __esModule: true, default: plugin };
  globalThis._JUPYTERLAB ??= {};
  globalThis._JUPYTERLAB.convexlab = { init() {}, get: async () => () => extension };
})();
