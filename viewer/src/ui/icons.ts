// Paths of icons that more than one bar has.
export const PLAY = "M6 3.5v13l10.5-6.5z";
export const PAUSE = "M5 3.5h3.5v13H5zM11.5 3.5H15v13h-3.5z";
export const NEXT = "M14 4h2v12h-2zM4 4v12l8.5-6z";
