// The command palette.

export const palette = {
  title: "Command palette",
  placeholder: "Go to a session, or do something…",
  besidePlaceholder: "Open which session beside this one?",
  nothing: "Nothing fits.",
  searchFor: (text: string) => `Search all sessions for “${text}”`,
  sessions: "Sessions",
  pages: "Pages",
  model: "Model of this session",
  mode: "Permission mode of this session",
  commands: "Commands of this session",
  look: "Look",
  themeSystem: "Theme: as the system",
  themeLight: "Theme: light",
  themeDark: "Theme: dark",
  contrastMore: "Contrast: more",
  contrastSystem: "Contrast: as the system",
  motionLess: "Motion: less",
  motionSystem: "Motion: as the system",
  current: "chosen",
} as const;
