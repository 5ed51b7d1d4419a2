// How panels open each other and the pages. The shell registers what it does with it.

export function openPage(page: string): void {
  location.hash = `#/${page}`;
}
