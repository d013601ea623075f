/** Which entries of the catalogue the code asks for, by TypeScript's own knowledge; for tests. */

import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const WORDS = fileURLToPath(new URL(".", import.meta.url));
const CATALOGUES = /\/words\/((account|social)\/)?(en|ja|zh-Hans|zh-Hant)\.ts$/;

interface Catalogue {
  /** The English one, from this folder. */
  file: string;
  /** What it is called there. */
  name: string;
  /** An entry that tells the whole catalogue from its parts. */
  mark: string;
}

const ENGLISH: readonly Catalogue[] = [
  { file: "en.ts", name: "en", mark: "app" },
  { file: "account/en.ts", name: "account", mark: "signInPage" },
  { file: "social/en.ts", name: "social", mark: "presets" },
];

/** Dotted paths of English entries that no source file names, nor looks up in a table by a key it is given. */
export function unusedWords(): string[] {
  const program = openProgram();
  return ENGLISH.flatMap((catalogue) => unusedIn(program, catalogue));
}

function unusedIn(program: ts.Program, { file: path, name, mark }: Catalogue): string[] {
  const english = program.getSourceFile(WORDS + path);
  if (!english) throw new Error(`the English catalogue ${path} was not found`);
  const checker = program.getTypeChecker();
  const used = new Set<ts.Node>();

  /** The entries that an expression or a name stands for: one, or all of a table. */
  const entriesOf = (symbol: ts.Symbol | undefined): ts.PropertyAssignment[] =>
    (symbol?.declarations ?? []).filter(
      (each): each is ts.PropertyAssignment => ts.isPropertyAssignment(each) && each.getSourceFile() === english,
    );
  const useAll = (type: ts.Type): void => {
    for (const property of checker.getPropertiesOfType(type)) {
      for (const entry of entriesOf(property)) {
        used.add(entry);
        if (ts.isObjectLiteralExpression(entry.initializer)) useAll(checker.getTypeAtLocation(entry.initializer));
      }
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) for (const entry of entriesOf(checker.getSymbolAtLocation(node))) used.add(entry);
    if (ts.isStringLiteral(node) && ts.isElementAccessExpression(node.parent)) {
      for (const entry of entriesOf(checker.getSymbolAtLocation(node))) used.add(entry);
    } else if (ts.isElementAccessExpression(node) && !ts.isStringLiteral(node.argumentExpression)) {
      useAll(checker.getTypeAtLocation(node.expression));
    }
    if ((ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) && isHandedOn(node)) {
      const type = checker.getTypeAtLocation(node);
      const isRoot = checker.getPropertyOfType(type, mark) !== undefined;
      if (!isRoot) useAll(type);
    }
    ts.forEachChild(node, visit);
  };
  for (const file of program.getSourceFiles()) {
    const isRead = !file.isDeclarationFile && !CATALOGUES.test(file.fileName) && !/\.test\.tsx?$/.test(file.fileName);
    if (isRead && /words/i.test(file.text)) visit(file);
  }
  return leavesOf(english, name)
    .filter(([, entry]) => !used.has(entry))
    .map(([path]) => path);
}

function openProgram(): ts.Program {
  const config = ts.findConfigFile(dirname(WORDS), ts.sys.fileExists) ?? "";
  const { config: json } = ts.readConfigFile(config, ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(json, ts.sys, dirname(config));
  return ts.createProgram(fileNames, options);
}

/** Given to a function, to a component or to a variable with a type of its own, where any entry may be looked up. */
function isHandedOn(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isCallExpression(parent)) return parent.arguments.includes(node);
  if (ts.isJsxExpression(parent)) return ts.isJsxAttribute(parent.parent);
  return (ts.isVariableDeclaration(parent) || ts.isParameter(parent)) && parent.initializer === node && !!parent.type;
}

function leavesOf(english: ts.SourceFile, catalogue: string): [string, ts.PropertyAssignment][] {
  const found: [string, ts.PropertyAssignment][] = [];
  const collect = (object: ts.ObjectLiteralExpression, path: string): void => {
    for (const entry of object.properties) {
      if (!ts.isPropertyAssignment(entry)) continue;
      const name = ts.isStringLiteral(entry.name) ? entry.name.text : entry.name.getText(english);
      if (ts.isObjectLiteralExpression(entry.initializer)) collect(entry.initializer, `${path}${name}.`);
      else found.push([`${path}${name}`, entry]);
    }
  };
  ts.forEachChild(english, function visit(node) {
    if (ts.isVariableDeclaration(node) && node.name.getText(english) === catalogue && node.initializer) {
      let value: ts.Expression = node.initializer;
      while (ts.isAsExpression(value) || ts.isSatisfiesExpression(value)) value = value.expression;
      if (ts.isObjectLiteralExpression(value)) collect(value, "");
    } else ts.forEachChild(node, visit);
  });
  return found;
}
