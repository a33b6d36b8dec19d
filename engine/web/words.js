// What the page says, in three languages. A text that is not here stays as the engine says it.

/** @type {Record<string, [en: string, de: string, zh: string]>} */
const texts = {
  language: ["Language", "Sprache", "语言"],
  board: ["Board", "Brett", "棋盘"],
  choices: ["Moves to choose from", "Züge zur Auswahl", "可选着法"],
  undo: ["Undo", "Zurücknehmen", "悔棋"],
  hint: ["Hint", "Hinweis", "提示"],
  stop: ["Move now", "Jetzt ziehen", "立即走棋"],
  goOn: ["Go on", "Weiter", "继续"],
  flip: ["Turn board", "Brett drehen", "翻转棋盘"],
  newGame: ["New game", "Neues Spiel", "新局"],
  firstPly: ["To the start", "Zum Anfang", "开局"],
  back: ["One move back", "Ein Zug zurück", "上一步"],
  ply: ["Move shown", "Gezeigter Zug", "显示的着法"],
  next: ["One move on", "Ein Zug vor", "下一步"],
  lastPly: ["To the last move", "Zum letzten Zug", "最后一步"],
  players: ["Players", "Spieler", "对局者"],
  you: ["You", "Sie", "您"],
  champion: ["Champion", "Champion", "冠军"],
  second: ["Second champion", "Zweiter Champion", "第二冠军"],
  strength: ["Strength", "Stärke", "强度"],
  strengthUnit: ["Seconds or nodes a move", "Sekunden oder Knoten je Zug", "每步秒数或节点数"],
  seconds: ["s a move", "s je Zug", "秒/步"],
  nodes: ["nodes", "Knoten", "节点"],
  thinking: ["What the engine thinks", "Was die Engine denkt", "引擎思考"],
  depth: ["depth", "Tiefe", "深度"],
  speed: ["nodes/s", "Knoten/s", "节点/秒"],
  graph: ["Evaluation over the game", "Bewertung im Verlauf", "局势走势"],
  evaluate: ["Evaluate the game", "Partie bewerten", "评估全局"],
  moves: ["Moves", "Züge", "着法"],
  setUp: ["Set up, paste, copy", "Aufstellen, einfügen, kopieren", "设置、粘贴、复制"],
  paste: ["A position or a game", "Eine Stellung oder Partie", "局面或棋谱"],
  use: ["Use this", "Verwenden", "使用"],
  format: ["Format", "Format", "格式"],
  copy: ["Copy", "Kopieren", "复制"],
  copied: ["Copied", "Kopiert", "已复制"],
  position: ["position", "Stellung", "局面"],
  movesFormat: ["moves", "Züge", "着法"],
  other: ["Another champion", "Ein anderer Champion", "另一个冠军"],
  otherFile: ["A weight file of the same game, to play against", "Eine Gewichtsdatei desselben Spiels als Gegner", "同一棋种的权重文件，作为对手"],
  origin: ["Where the weights come from", "Woher die Gewichte stammen", "权重来源"],
  keys: ["Keys: arrows and Enter on the board, u undo, h hint, n new game, [ and ] through the game.", "Tasten: Pfeile und Enter auf dem Brett, u zurücknehmen, h Hinweis, n neues Spiel, [ und ] durch die Partie.", "按键：棋盘上用方向键和回车，u 悔棋，h 提示，n 新局，[ 和 ] 前后翻看。"],
  loading: ["Loading …", "Lädt …", "加载中…"],
  toMove: ["{0} to move", "{0} am Zug", "轮到{0}"],
  thinks: ["{0}: the engine thinks …", "{0}: die Engine denkt …", "{0}：引擎思考中…"],
  passes: ["{0} must pass", "{0} muss passen", "{0}必须停着"],
  check: ["check", "Schach", "将军"],
  wins: ["{0} wins", "{0} gewinnt", "{0}胜"],
  winsBy: ["{0} wins by {1}", "{0} gewinnt mit {1}", "{0}胜 {1}"],
  draw: ["A draw", "Unentschieden", "和棋"],
  winFor: ["win for {0}", "Gewinn für {0}", "{0}胜势"],
  expected: ["seen, not proved", "gesehen, nicht bewiesen", "预计，未证明"],
  level: ["level", "ausgeglichen", "均势"],
  settingUp: ["Choose a piece, then points", "Figur wählen, dann Felder", "先选棋子，再点位置"],
  setBoard: ["Set up on the board", "Auf dem Brett aufstellen", "在棋盘上摆子"],
  clear: ["Clear", "Leeren", "清空"],
  playFrom: ["Play from here", "Von hier spielen", "从此开始"],
  failed: ["The engine does not start: {0}. It needs a browser of 2023 or later.", "Die Engine startet nicht: {0}. Sie braucht einen Browser ab 2023.", "引擎无法启动：{0}。它需要2023年或更新的浏览器。"],
  silent: ["The engine gave no answer within {0} s: {1}", "Die Engine hat in {0} s nicht geantwortet: {1}", "引擎在 {0} 秒内没有应答：{1}"],
  empty: ["empty", "leer", "空"],
  mayMove: ["can be played", "spielbar", "可走"],
  lastMove: ["last move", "letzter Zug", "最后一着"],
  hand: ["in hand", "in der Hand", "持子"],
  choose: ["Choose", "Wählen", "选择"],
  name: ["name", "Name", "名称"], source: ["source", "Quelle", "来源"], run: ["run", "Lauf", "运行"], verified: ["measured", "gemessen", "验证"],
  player: ["tuned with", "eingestellt mit", "调优设置"], program: ["program", "Programm", "程序"], generation: ["generation", "Generation", "代"],
  games: ["games", "Partien", "对局数"], evaluator: ["evaluator", "Bewertung", "评估函数"], params: ["parameters", "Parameter", "参数个数"],
  Black: ["Black", "Schwarz", "黑方"], White: ["White", "Weiß", "白方"], Red: ["Red", "Rot", "红方"], First: ["First", "Erster", "先手"], Second: ["Second", "Zweiter", "后手"],
  "#": ["Dark", "Dunkel", "深色"], "*": ["Light", "Hell", "浅色"],
  disc: ["discs", "Steine", "子"], stone: ["stone", "Stein", "子"], coin: ["coin", "Münze", "币"], neutral: ["neutral stone", "neutraler Stein", "中立子"],
  pass: ["pass", "passen", "停着"], "swap-pieces": ["swap", "tauschen", "交换"],
  reversi: ["Reversi", "Reversi", "黑白棋"], connect6: ["Connect6", "Connect6", "六子棋"], gomoku: ["Gomoku", "Gomoku", "五子棋"], hex: ["Hex", "Hex", "六贯棋"],
  chess: ["Chess", "Schach", "国际象棋"], xiangqi: ["Xiangqi", "Xiangqi", "中国象棋"], dobutsu: ["Dobutsu shogi", "Dobutsu-Shogi", "动物将棋"], lgame: ["L-game", "L-Spiel", "L 棋"],
  nim: ["Nim", "Nim", "尼姆棋"], grundy: ["Grundy's game", "Grundys Spiel", "格伦迪游戏"], tictactoe: ["Tic-tac-toe", "Tic-Tac-Toe", "井字棋"],
  chess_k: ["king", "König", "王"], chess_q: ["queen", "Dame", "后"], chess_r: ["rook", "Turm", "车"], chess_b: ["bishop", "Läufer", "象"], chess_n: ["knight", "Springer", "马"], chess_p: ["pawn", "Bauer", "兵"],
  xiangqi_k: ["general", "General", "将"], xiangqi_a: ["advisor", "Berater", "士"], xiangqi_b: ["elephant", "Elefant", "象"], xiangqi_n: ["horse", "Pferd", "马"], xiangqi_r: ["chariot", "Wagen", "车"], xiangqi_c: ["cannon", "Kanone", "炮"], xiangqi_p: ["soldier", "Soldat", "兵"],
  dobutsu_l: ["lion", "Löwe", "狮"], dobutsu_g: ["giraffe", "Giraffe", "长颈鹿"], dobutsu_e: ["elephant", "Elefant", "象"], dobutsu_c: ["chick", "Küken", "雏"], dobutsu_h: ["hen", "Henne", "鸡"],
};

const languages = ["en", "de", "zh"];
let language = 0;

/** Of the browser's languages the first that is here. */
export function guessLanguage() {
  const known = navigator.languages.map((name) => languages.indexOf(name.slice(0, 2))).find((at) => at >= 0);
  return languages[known ?? 0];
}

/** @param {string} name */
export function setLanguage(name) {
  language = Math.max(0, languages.indexOf(name));
  document.documentElement.lang = languages[language];
}

/** A text, with what stands for {0} and {1}. @param {string} key @param {...string} parts */
export function word(key, ...parts) {
  const text = Object.hasOwn(texts, key) ? texts[key][language] : key;
  return text.replace(/\{(\d)\}/g, (_, at) => parts[at] ?? "");
}

/** What a piece is called; its letter in games that have no names here. @param {string} family @param {string} piece */
export function pieceWord(family, piece) {
  const key = `${family}_${piece.toLowerCase()}`;
  return Object.hasOwn(texts, key) ? word(key) : piece;
}

/** Puts the texts where the page names them. @param {ParentNode} root */
export function putWords(root) {
  for (const element of root.querySelectorAll("[data-word]")) element.textContent = word(/** @type {HTMLElement} */ (element).dataset.word ?? "");
  for (const element of root.querySelectorAll("[data-label]")) element.setAttribute("aria-label", word(/** @type {HTMLElement} */ (element).dataset.label ?? ""));
}
