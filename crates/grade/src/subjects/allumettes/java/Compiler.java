// Reads and compiles a student's Java files. No code of the student runs in this process, so that its
// answer can be trusted. The request is one line of words, the answer one line of JSON.

import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.lang.reflect.*;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.*;
import java.util.stream.Collectors;
import javax.tools.*;

public class Compiler {
    static final int MOST_ERRORS = 10;
    /** Number of errors that one compilation names; the code around each is left out. */
    static final int MOST_WRONG = 100;
    /** Message of the exception that stands for a statement or body that does not compile. */
    static final String LEFT_OUT = "brelan: ne se compile pas";
    /** Exported to the program that plays the games, which rewrites classes with it. */
    static final String REWRITER = "java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED";

    /** Request: class path of JUnit, number of program files, then name and text of each file, tests last. */
    public static void main(String[] words) throws Exception {
        PrintStream out = System.out;
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String[] request = in.readLine().split(" ");
        out.write((answer(request) + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
        Runtime.getRuntime().halt(0);
    }

    static String answer(String[] request) throws Exception {
        int version = Runtime.version().feature();
        if (version < 17 || version > 23) {
            return new Json().put("unable", System.getProperty("java.version")).end();
        }
        int first = 2, tests = first + 2 * Integer.parseInt(request[1]);
        Map<String, String> sources = files(request, first, tests);
        Program program = new Program(sources, List.of());
        Salvage salvage = new Salvage(sources);
        Program usable = program.errors.isEmpty() ? program : salvage.compiled();
        String player = Files.readString(Path.of("Player.java"));
        Program judge = new Program(Map.of("Player.java", player), List.of("--add-exports", REWRITER));
        Json json = program.described(usable)
                .texts("left_out", salvage.files)
                .put("java", System.getProperty("java.home"))
                .named("player", judge.classes);
        if (usable.compiled()) {
            json.named("program", usable.classes);
            Map<String, String> units = files(request, tests, request.length);
            json.raw("tests", new Tests(salvage.sources, usable, decoded(request[0]), units).json());
        }
        return json.end();
    }

    /** Decodes a word: `=`, then text with `\\s` for a blank, `\\n` for a line end and `\\\\` for a backslash. */
    static String decoded(String word) {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i < word.length(); i++) {
            char c = word.charAt(i);
            if (c == '\\') {
                c = word.charAt(++i);
                c = c == 's' ? ' ' : c == 'n' ? '\n' : c;
            }
            text.append(c);
        }
        return text.toString();
    }

    /** File names and texts of a request, from one word to another. */
    static Map<String, String> files(String[] request, int from, int to) {
        Map<String, String> files = new LinkedHashMap<>();
        for (int i = from; i + 1 < to; i += 2) {
            files.put(decoded(request[i]), decoded(request[i + 1]));
        }
        return files;
    }

    /** The compiled classes of some sources, and the facts found in the sources. */
    static final class Program {
        final Map<String, byte[]> classes = new TreeMap<>();
        final List<String> errors = new ArrayList<>();
        final List<Diagnostic<? extends JavaFileObject>> wrong = new ArrayList<>();
        final Source facts = new Source();
        final List<CompilationUnitTree> units = new ArrayList<>();
        final SourcePositions positions;
        final String main;

        /** Compiles the sources; `options` are added to the compiler's usual ones. */
        Program(Map<String, String> sources, List<String> options) throws IOException, URISyntaxException {
            List<JavaFileObject> files = new ArrayList<>();
            for (Map.Entry<String, String> source : sources.entrySet()) {
                files.add(file(source.getKey(), source.getValue()));
            }
            JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
            DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
            JavaFileManager memory = memory(compiler.getStandardFileManager(said, null, null));
            List<String> all = new ArrayList<>(List.of("-proc:none", "-Xlint:none", "-g", "-nowarn"));
            all.addAll(options);
            JavacTask task = (JavacTask) compiler.getTask(new StringWriter(), memory, said, all, null, files);
            positions = Trees.instance(task).getSourcePositions();
            task.parse().forEach(units::add);
            for (Diagnostic<? extends JavaFileObject> one : said.getDiagnostics()) {
                facts.unreadable.add(fileName(one));
            }
            units.forEach(unit -> facts.read(unit, positions));
            task.generate();
            for (Diagnostic<? extends JavaFileObject> one : said.getDiagnostics()) {
                if (one.getKind() == Diagnostic.Kind.ERROR && wrong.size() < MOST_WRONG) {
                    wrong.add(one);
                }
                if (one.getKind() == Diagnostic.Kind.ERROR && errors.size() < MOST_ERRORS) {
                    errors.add(error(one));
                }
            }
            main = mainClass();
        }

        boolean compiled() {
            return errors.isEmpty() && !classes.isEmpty();
        }

        static String fileName(Diagnostic<? extends JavaFileObject> one) {
            return one.getSource() == null ? "" : one.getSource().getName().substring(1);
        }

        static JavaFileObject file(String name, String text) throws URISyntaxException {
            return new SimpleJavaFileObject(new URI("string", null, "/" + name, null), JavaFileObject.Kind.SOURCE) {
                @Override
                public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                    return text;
                }
            };
        }

        JavaFileManager memory(JavaFileManager files) {
            return new ForwardingJavaFileManager<>(files) {
                @Override
                public JavaFileObject getJavaFileForOutput(
                        Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
                    return new SimpleJavaFileObject(URI.create("mem:///" + name), kind) {
                        @Override
                        public OutputStream openOutputStream() {
                            return new ByteArrayOutputStream() {
                                @Override
                                public void close() {
                                    classes.put(name, toByteArray());
                                }
                            };
                        }
                    };
                }
            };
        }

        static String error(Diagnostic<? extends JavaFileObject> one) {
            String name = new File(fileName(one)).getName();
            String text = one.getMessage(Locale.ENGLISH);
            return new Json().put("file", name).put("line", one.getLineNumber()).put("text", text).end();
        }

        Map<String, Class<?>> loaded() {
            Map<String, Class<?>> loaded = new TreeMap<>();
            ClassLoader loader = new Loader(classes);
            for (String name : classes.keySet()) {
                try {
                    loaded.put(name, Class.forName(name, false, loader));
                } catch (Throwable error) {
                    // A class that cannot be loaded counts as missing.
                }
            }
            return loaded;
        }

        String mainClass() {
            List<String> mains = new ArrayList<>();
            loaded().forEach((name, one) -> {
                try {
                    one.getDeclaredMethod("main", String[].class);
                    mains.add(name);
                } catch (ReflectiveOperationException | LinkageError error) {
                    // The class has no main method.
                }
            });
            for (String wanted : List.of("Jouer", "Partie")) {
                for (String name : mains) {
                    if (simple(name).equals(wanted)) {
                        return name;
                    }
                }
            }
            return mains.isEmpty() ? "" : mains.get(0);
        }

        /** The facts of this source, and of the classes that can be used. */
        Json described(Program usable) {
            return new Json()
                    .list("errors", errors)
                    .put("compiled", usable.compiled())
                    .put("main", usable.main)
                    .texts("missing", usable.missing())
                    .texts("packages", facts.packages)
                    .list("accents", facts.accents)
                    .list("methods", facts.methods)
                    .list("nested", facts.nested)
                    .list("exits", facts.exits)
                    .texts("uses", facts.uses)
                    .texts("guards", facts.guards)
                    .texts("changed", usable.changed())
                    .texts("fixed", usable.fixed())
                    .list("tested", facts.tested)
                    .list("threes", facts.threes);
        }

        /** Elements of the subject's class diagram that are missing: C7. */
        List<String> missing() {
            Map<String, Class<?>> named = new TreeMap<>();
            loaded().forEach((name, one) -> named.putIfAbsent(simple(name), one));
            List<String> missing = new ArrayList<>();
            Class<?> game = named.get("Jeu"), player = named.get("Joueur"), referee = named.get("Arbitre");
            require(missing, "Jeu", game != null);
            require(missing, "Jeu.retirer", game == null || hasMethod(game, "retirer", 1));
            require(missing, "Joueur", player != null);
            require(missing, "Joueur.getPrise", player == null || hasMethod(player, "getPrise", 1));
            require(missing, "Arbitre", referee != null);
            require(missing, "Arbitre(Joueur, Joueur)", referee == null || player == null || meets(referee, player));
            Class<?> refused = named.get("CoupInvalideException");
            require(missing, "CoupInvalideException", refused != null && isChecked(refused));
            require(missing, "OperationInterditeException", named.containsKey("OperationInterditeException"));
            return missing;
        }

        /** Given elements whose declaration differs from the subject's text: C19. */
        List<String> changed() {
            Map<String, Class<?>> named = new TreeMap<>();
            loaded().forEach((name, one) -> named.putIfAbsent(simple(name), one));
            List<String> changed = new ArrayList<>();
            Class<?> game = named.get("Jeu"), player = named.get("Joueur");
            Class<?> refused = named.get("CoupInvalideException");
            Method take = method(game, "retirer", 1), choose = method(player, "getPrise", 1), count = method(game, "getNombreAllumettes", 0);
            require(changed, "void retirer(int) throws CoupInvalideException", take == null || refused == null
                    || take.getReturnType() == void.class && take.getParameterTypes()[0] == int.class
                    && List.of(take.getExceptionTypes()).contains(refused));
            require(changed, "int getPrise(Jeu)", choose == null || game == null
                    || choose.getReturnType() == int.class && choose.getParameterTypes()[0].isAssignableFrom(game));
            require(changed, "int getNombreAllumettes()", count == null || count.getReturnType() == int.class);
            return changed;
        }

        /** Classes of the game that have the number 13 in them and can be given no other number: C9. */
        List<String> fixed() {
            List<String> fixed = new ArrayList<>();
            loaded().forEach((name, one) -> {
                boolean holds = Arrays.stream(one.getDeclaredFields()).anyMatch(field -> field.getType() == int.class
                        && !Modifier.isStatic(field.getModifiers()));
                boolean says = facts.thirteens.contains(simple(name)) || facts.thirteens.contains("Jeu");
                if (holds && says && method(one, "retirer", 1) != null && !isGivenNumber(one)) {
                    fixed.add(simple(name));
                }
            });
            return fixed;
        }

        static boolean isGivenNumber(Class<?> one) {
            List<Executable> all = new ArrayList<>(List.of(one.getDeclaredConstructors()));
            all.addAll(List.of(one.getDeclaredMethods()));
            return all.stream().anyMatch(it -> !it.getName().equals("retirer") && List.of(it.getParameterTypes()).contains(int.class));
        }

        static Method method(Class<?> one, String name, int arguments) {
            for (Method method : one == null ? List.<Method>of() : methods(one)) {
                if (method.getName().equals(name) && method.getParameterCount() == arguments) {
                    return method;
                }
            }
            return null;
        }

        static void require(List<String> missing, String what, boolean there) {
            if (!there) {
                missing.add(what);
            }
        }

        static boolean hasMethod(Class<?> one, String name, int arguments) {
            return method(one, name, arguments) != null;
        }

        static List<Method> methods(Class<?> one) {
            List<Method> methods = new ArrayList<>(List.of(one.getMethods()));
            methods.addAll(List.of(one.getDeclaredMethods()));
            return methods;
        }

        static boolean meets(Class<?> referee, Class<?> player) {
            for (Constructor<?> made : referee.getDeclaredConstructors()) {
                if (Collections.frequency(List.of(made.getParameterTypes()), player) == 2) {
                    return true;
                }
            }
            return false;
        }

        static boolean isChecked(Class<?> one) {
            return Exception.class.isAssignableFrom(one) && !RuntimeException.class.isAssignableFrom(one);
        }
    }

    /** The name of a class without its package and outer classes. */
    static String simple(String name) {
        return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
    }

    /** Loads classes to look at their declarations; none is initialised. */
    static final class Loader extends ClassLoader {
        final Map<String, byte[]> classes;

        Loader(Map<String, byte[]> classes) {
            super(ClassLoader.getPlatformClassLoader());
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    /** Leaves out what does not compile: the statement with an error, else the body around it, else the file. */
    static final class Salvage {
        static final int MOST_ROUNDS = 8;
        /** The round in which each file with an error is left out as a whole: it has too many of them. */
        static final int WHOLE_FILES = 5;
        final Map<String, String> sources;
        final List<String> files = new ArrayList<>();

        Salvage(Map<String, String> sources) {
            this.sources = new LinkedHashMap<>(sources);
        }

        Program compiled() throws IOException, URISyntaxException {
            Program program = new Program(sources, List.of());
            for (int round = 0; round < MOST_ROUNDS && !program.errors.isEmpty(); round++) {
                for (Edit edit : edits(program, round == WHOLE_FILES)) {
                    String text = sources.get(edit.file);
                    if (edit.to > text.length()) {
                        sources.remove(edit.file);
                        files.add(new File(edit.file).getName());
                    } else {
                        sources.put(edit.file, text.substring(0, edit.from) + edit.text(text) + text.substring(edit.to));
                    }
                }
                program = new Program(sources, List.of());
            }
            return program;
        }

        /** The places to leave out, none inside another, the last of each file first. */
        List<Edit> edits(Program program, boolean wholeFiles) {
            List<Edit> all = new ArrayList<>();
            for (Diagnostic<? extends JavaFileObject> one : program.wrong) {
                String file = Program.fileName(one);
                Edit edit = wholeFiles ? whole(file) : edit(program, file, one.getPosition());
                if (edit != null && all.stream().noneMatch(edit::isInside)) {
                    all.removeIf(other -> other.isInside(edit));
                    all.add(edit);
                }
            }
            all.sort(Comparator.comparingInt(Edit::from).reversed());
            return all;
        }

        Edit whole(String file) {
            String text = sources.get(file);
            return text == null ? null : new Edit(file, 0, text.length() + 1, false);
        }

        Edit edit(Program program, String file, long at) {
            String text = sources.get(file);
            Edit whole = whole(file);
            if (whole == null) {
                return null;
            }
            for (CompilationUnitTree unit : program.units) {
                if (unit.getSourceFile().getName().substring(1).equals(file)) {
                    List<Edit> around = new ArrayList<>(List.of(whole));
                    new Finder(program.positions, unit, file, text, at, around).scan(unit, null);
                    Collections.reverse(around);
                    for (Edit edit : around) {
                        if (edit == whole || !text.startsWith(edit.exception(), edit.from)) {
                            return edit;
                        }
                    }
                }
            }
            return whole;
        }

        /** A part of a file; the end lies outside the file when the whole file is left out. */
        record Edit(String file, int from, int to, boolean certain) {
            boolean isInside(Edit other) {
                return file.equals(other.file) && other.from <= from && to <= other.to;
            }

            String exception() {
                return (certain ? "" : "if (true) ") + "throw new IllegalStateException(\"" + LEFT_OUT + "\")";
            }

            /** An exception in place of the part, on as many lines. */
            String text(String source) {
                String end = to < source.length() && source.charAt(to) == ';' ? "" : ";";
                String lines = "\n".repeat((int) source.substring(from, to).chars().filter(c -> c == '\n').count());
                return exception() + end + lines;
            }
        }

        /** Finds the bodies and statements around a position, the innermost last. */
        static final class Finder extends TreePathScanner<Void, Void> {
            final SourcePositions positions;
            final CompilationUnitTree unit;
            final String file;
            final String text;
            final long at;
            final List<Edit> found;

            Finder(SourcePositions positions, CompilationUnitTree unit, String file, String text, long at, List<Edit> found) {
                this.positions = positions;
                this.unit = unit;
                this.file = file;
                this.text = text;
                this.at = at;
                this.found = found;
            }

            @Override
            public Void scan(Tree tree, Void none) {
                if (tree instanceof StatementTree && !(tree instanceof BlockTree) && !(tree instanceof ClassTree)) {
                    boolean isMember = getCurrentPath() != null && getCurrentPath().getLeaf() instanceof ClassTree;
                    boolean isRule = getCurrentPath() != null
                            && getCurrentPath().getLeaf() instanceof CaseTree rule
                            && rule.getCaseKind() == CaseTree.CaseKind.RULE;
                    boolean leaves = tree instanceof ReturnTree || tree instanceof ThrowTree || tree instanceof YieldTree;
                    if (!isMember) {
                        add(tree, 0, leaves || isRule);
                    }
                }
                return super.scan(tree, none);
            }

            @Override
            public Void visitMethod(MethodTree tree, Void none) {
                if (tree.getBody() != null) {
                    add(tree.getBody(), 1, true);
                }
                return super.visitMethod(tree, none);
            }

            /** Adds the part of a tree without its first and last `margin` characters. */
            void add(Tree tree, int margin, boolean certain) {
                long from = positions.getStartPosition(unit, tree), to = positions.getEndPosition(unit, tree);
                if (0 <= from && from <= at && at <= to && to <= text.length() && from + 2 * margin <= to) {
                    found.add(new Edit(file, (int) from + margin, (int) to - margin, certain));
                }
            }
        }
    }

    /** The student's unit tests, compiled with the program and with each `rapide` strategy that they are run on. */
    static final class Tests {
        /** Wrong numbers that `rapide` takes of `n` matches; complete tests notice each. */
        static final List<String> MISTAKES =
                List.of("n", "n == 1 ? 2 : Math.min(3, n)", "n == 2 ? 1 : Math.min(3, n)", "n == 3 ? 2 : Math.min(3, n)");
        static final List<java.util.function.IntUnaryOperator> TAKEN = List.of(n -> n,
                n -> n == 1 ? 2 : Math.min(3, n), n -> n == 2 ? 1 : Math.min(3, n), n -> n == 3 ? 2 : Math.min(3, n));
        /** Number of matches up to which a strategy is written into the compiled class. */
        static final int MOST_MATCHES = 40;
        /** Stands for the numbers taken in the class that is compiled once for all strategies. */
        static final String NUMBERS = "@".repeat(MOST_MATCHES + 1);
        final Program program;
        final Source facts;
        final List<String> jars = new ArrayList<>();
        final Map<String, String> sources;
        final Map<String, String> tests;

        Tests(Map<String, String> sources, Program program, String jars, Map<String, String> tests) {
            this.sources = sources;
            this.program = program;
            this.facts = program.facts;
            this.tests = tests;
            for (String jar : jars.split(":")) {
                if (new File(jar).canRead()) {
                    this.jars.add(jar);
                }
            }
        }

        String json() throws Exception {
            Json json = new Json();
            if (jars.size() < 2) {
                return json.put("unable", "junit4").end();
            }
            Program own = compiled(sources);
            json.list("errors", own.errors).named("own", own.classes);
            if (own.errors.isEmpty()) {
                json.texts("classes", testClasses(own)).texts("needless", needless(own.facts));
                json.list("strategies", facts.fast.isEmpty() ? List.of() : strategies());
            }
            return json.end();
        }

        /** The classes of the right strategy, without a name, and of each mistake. */
        List<String> strategies() throws Exception {
            Program marked = compiled(withNumbers());
            if (!marked.errors.isEmpty()) {
                return List.of();
            }
            List<String> all = new ArrayList<>();
            all.add(new Json().named("classes", changed(marked, n -> Math.min(3, n))).end());
            for (int i = 0; i < MISTAKES.size(); i++) {
                all.add(new Json().put("mistake", MISTAKES.get(i)).named("classes", changed(marked, TAKEN.get(i))).end());
            }
            return all;
        }

        /** The classes in which the numbers stand, with these numbers. */
        static Map<String, byte[]> changed(Program marked, java.util.function.IntUnaryOperator taken) {
            StringBuilder numbers = new StringBuilder();
            for (int n = 0; n <= MOST_MATCHES; n++) {
                numbers.append((char) ('0' + taken.applyAsInt(n)));
            }
            Map<String, byte[]> changed = new TreeMap<>();
            marked.classes.forEach((name, bytes) -> {
                String text = new String(bytes, StandardCharsets.ISO_8859_1);
                changed.put(name, text.replace(NUMBERS, numbers).getBytes(StandardCharsets.ISO_8859_1));
            });
            return changed;
        }

        List<String> testClasses(Program own) {
            return own.classes.keySet().stream()
                    .filter(name -> tests.containsKey(simple(name) + ".java") && !name.contains("$"))
                    .collect(Collectors.toList());
        }

        /** Classes that tests of `rapide` use without need: the referee and the main class, unless the strategy is in them. */
        Set<String> needless(Source own) {
            Set<String> needless = new TreeSet<>();
            own.names.forEach((file, names) -> {
                if (tests.containsKey(file) && file.toLowerCase(Locale.ROOT).contains("rapide")) {
                    needless.addAll(names);
                }
            });
            needless.retainAll(Set.of("Arbitre", simple(program.main)));
            facts.fast.forEach(choice -> choice.types().forEach(needless::remove));
            return needless;
        }

        Program compiled(Map<String, String> program) throws Exception {
            Map<String, String> all = new LinkedHashMap<>(program);
            all.putAll(tests);
            return new Program(all, List.of("-classpath", String.join(File.pathSeparator, jars)));
        }

        /** The sources with a `return` of a number from the list at the start of the `rapide` strategy. */
        Map<String, String> withNumbers() {
            Map<String, String> changed = new LinkedHashMap<>(sources);
            List<Choice> last = new ArrayList<>(facts.fast);
            last.sort(Comparator.comparingInt(Choice::start).reversed());
            for (Choice choice : last) {
                String first = "int n_ = " + choice.left() + "; if (n_ >= 0) return \"" + NUMBERS
                        + "\".charAt(Math.min(n_, " + MOST_MATCHES + ")) - '0';";
                String text = changed.get(choice.source());
                changed.put(choice.source(), text.substring(0, choice.start()) + first + text.substring(choice.start()));
            }
            return changed;
        }
    }

    /**
     * The method in which `rapide` chooses: its file, the offset after its `{`, the expression of the
     * matches left, and the types around it.
     */
    record Choice(String source, int start, String left, List<String> types) {}

    /** Facts found in the source. */
    static final class Source {
        static final List<String> STRATEGIES = List.of("humain", "naif", "rapide", "expert", "tricheur");
        final Set<String> packages = new TreeSet<>();
        final Set<String> uses = new TreeSet<>();
        final Set<String> guards = new TreeSet<>();
        final List<String> accents = new ArrayList<>();
        final List<String> methods = new ArrayList<>();
        final List<String> nested = new ArrayList<>();
        final List<String> exits = new ArrayList<>();
        final List<Choice> fast = new ArrayList<>();
        /** Types with the literal 13. */
        final Set<String> thirteens = new TreeSet<>();
        /** Literals 3 in methods called `retirer`. */
        final List<String> threes = new ArrayList<>();
        /** Places where the referee or the player asks which strategy it is. */
        final List<String> tested = new ArrayList<>();
        final Map<String, Set<String>> names = new TreeMap<>();
        /** Files with a syntax error, whose package may not be readable. */
        final Set<String> unreadable = new HashSet<>();

        void read(CompilationUnitTree unit, SourcePositions positions) {
            if (unit.getPackageName() != null || !unreadable.contains(unit.getSourceFile().getName().substring(1))) {
                packages.add(unit.getPackageName() == null ? "" : unit.getPackageName().toString());
            }
            new Reader(unit, positions).scan(unit, null);
        }

        final class Reader extends TreeScanner<Void, Void> {
            final CompilationUnitTree unit;
            final SourcePositions positions;
            final Deque<String> types = new ArrayDeque<>();
            /** Names of the types, methods and variables around the current node. */
            final Deque<String> around = new ArrayDeque<>();
            final Set<String> used;
            String method = "";
            int loops;
            boolean guarding;

            Reader(CompilationUnitTree unit, SourcePositions positions) {
                this.unit = unit;
                this.positions = positions;
                this.used = names.computeIfAbsent(source(), name -> new TreeSet<>());
            }

            /** Name of the file in the request. */
            String source() {
                return unit.getSourceFile().getName().substring(1);
            }

            long line(long position) {
                return position < 0 ? 0 : unit.getLineMap().getLineNumber(position);
            }

            String place(Tree tree, String name, long extent) {
                String file = new File(unit.getSourceFile().getName()).getName();
                long line = line(positions.getStartPosition(unit, tree));
                return new Json().put("name", name).put("file", file).put("line", line).put("lines", extent).end();
            }

            void named(Tree tree, CharSequence name) {
                if (name != null && !name.chars().allMatch(c -> c < 128)) {
                    accents.add(place(tree, name.toString(), 0));
                }
            }

            @Override
            public Void visitClass(ClassTree tree, Void none) {
                named(tree, tree.getSimpleName());
                types.push(tree.getSimpleName().toString());
                around.push(types.peek());
                String outerMethod = method;
                int outerLoops = loops;
                boolean outerGuarding = guarding;
                loops = 0;
                guarding = standsInForTheGame(tree);
                super.visitClass(tree, none);
                guarding = outerGuarding;
                loops = outerLoops;
                method = outerMethod;
                around.pop();
                types.pop();
                return null;
            }

            /** Whether a type has `retirer`, or is an invocation handler for one that has. */
            boolean standsInForTheGame(ClassTree tree) {
                return tree.getMembers().stream().anyMatch(member -> member instanceof MethodTree method
                        && (has(method, "retirer", 1) || has(method, "invoke", 3)));
            }

            static boolean has(MethodTree method, String name, int arguments) {
                return method.getName().contentEquals(name) && method.getParameters().size() == arguments;
            }

            /** Records that a stand-in for the game throws `OperationInterditeException`. */
            void forbids(Tree exception) {
                if (guarding && exception.toString().endsWith("OperationInterditeException")) {
                    guards.add(types.peek());
                }
            }

            /** A lambda given to `Proxy.newProxyInstance` stands in for the game too. */
            @Override
            public Void visitMethodInvocation(MethodInvocationTree tree, Void none) {
                boolean outer = guarding;
                guarding |= tree.getMethodSelect().toString().endsWith("newProxyInstance");
                super.visitMethodInvocation(tree, none);
                guarding = outer;
                return null;
            }

            @Override
            public Void visitMemberReference(MemberReferenceTree tree, Void none) {
                forbids(tree.getQualifierExpression());
                return super.visitMemberReference(tree, none);
            }

            @Override
            public Void visitMethod(MethodTree tree, Void none) {
                named(tree, tree.getName());
                method = types.peek() + "." + tree.getName();
                loops = 0;
                if (tree.getBody() != null) {
                    long first = line(positions.getStartPosition(unit, tree.getBody()));
                    long last = line(positions.getEndPosition(unit, tree.getBody()));
                    methods.add(place(tree, method, Math.max(0, last - first - 1)));
                }
                around.push(tree.getName().toString());
                chooses(tree);
                super.visitMethod(tree, none);
                around.pop();
                return null;
            }

            /** Records the method in which `rapide` chooses, by its name or the names around it. */
            void chooses(MethodTree tree) {
                boolean isFast = around.stream().anyMatch(name -> name.toLowerCase(Locale.ROOT).contains("rapide"));
                if (!isFast || tree.getBody() == null || !String.valueOf(tree.getReturnType()).equals("int")) {
                    return;
                }
                String body = tree.getBody().toString();
                for (VariableTree parameter : tree.getParameters()) {
                    String count = parameter.getName() + ".getNombreAllumettes()";
                    if (body.contains(count) || parameter.getType().toString().startsWith("Jeu")) {
                        int start = (int) positions.getStartPosition(unit, tree.getBody()) + 1;
                        fast.add(new Choice(source(), start, count, List.copyOf(types)));
                        return;
                    }
                }
            }

            @Override
            public Void visitVariable(VariableTree tree, Void none) {
                named(tree, tree.getName());
                around.push(tree.getName().toString());
                super.visitVariable(tree, none);
                around.pop();
                return null;
            }

            @Override
            public Void visitLiteral(LiteralTree tree, Void none) {
                Object value = tree.getValue();
                if (Integer.valueOf(13).equals(value)) {
                    thirteens.add(String.valueOf(types.peek()));
                } else if (Integer.valueOf(3).equals(value) && method.endsWith(".retirer")) {
                    threes.add(place(tree, method, 0));
                } else if (value instanceof String text && STRATEGIES.contains(text)) {
                    asksForStrategy(tree, text);
                }
                return super.visitLiteral(tree, none);
            }

            @Override
            public Void visitInstanceOf(InstanceOfTree tree, Void none) {
                asksForStrategy(tree, String.valueOf(tree.getType() == null ? tree.getPattern() : tree.getType()));
                return super.visitInstanceOf(tree, none);
            }

            @Override
            public Void visitTypeCast(TypeCastTree tree, Void none) {
                asksForStrategy(tree, tree.getType().toString());
                return super.visitTypeCast(tree, none);
            }

            /** Records that the referee or the player depends on one strategy: C13. */
            void asksForStrategy(Tree tree, String name) {
                String lower = name.toLowerCase(Locale.ROOT);
                boolean isGeneral = "Arbitre".equals(types.peek()) || "Joueur".equals(types.peek());
                if (isGeneral && STRATEGIES.stream().anyMatch(lower::contains)) {
                    tested.add(place(tree, method, 0));
                }
            }

            Void loop(Tree tree, Runnable inside) {
                if (++loops == 2) {
                    nested.add(place(tree, method, 0));
                }
                inside.run();
                loops--;
                return null;
            }

            @Override
            public Void visitForLoop(ForLoopTree tree, Void none) {
                return loop(tree, () -> super.visitForLoop(tree, none));
            }

            @Override
            public Void visitEnhancedForLoop(EnhancedForLoopTree tree, Void none) {
                return loop(tree, () -> super.visitEnhancedForLoop(tree, none));
            }

            @Override
            public Void visitWhileLoop(WhileLoopTree tree, Void none) {
                return loop(tree, () -> super.visitWhileLoop(tree, none));
            }

            @Override
            public Void visitDoWhileLoop(DoWhileLoopTree tree, Void none) {
                return loop(tree, () -> super.visitDoWhileLoop(tree, none));
            }

            @Override
            public Void visitIdentifier(IdentifierTree tree, Void none) {
                uses.add(tree.getName().toString());
                used.add(tree.getName().toString());
                return super.visitIdentifier(tree, none);
            }

            @Override
            public Void visitMemberSelect(MemberSelectTree tree, Void none) {
                uses.add(tree.getIdentifier().toString());
                if (tree.toString().equals("System.exit")) {
                    exits.add(place(tree, method, 0));
                }
                return super.visitMemberSelect(tree, none);
            }

            @Override
            public Void visitNewClass(NewClassTree tree, Void none) {
                forbids(tree.getIdentifier());
                return super.visitNewClass(tree, none);
            }
        }
    }

    /** Writer of one JSON object. */
    static final class Json {
        final StringBuilder text = new StringBuilder("{");

        Json put(String key, String value) {
            return raw(key, quoted(value));
        }

        Json put(String key, long value) {
            return raw(key, Long.toString(value));
        }

        Json put(String key, boolean value) {
            return raw(key, Boolean.toString(value));
        }

        Json list(String key, Collection<String> objects) {
            return raw(key, "[" + String.join(",", objects) + "]");
        }

        Json texts(String key, Collection<String> texts) {
            List<String> quoted = new ArrayList<>();
            texts.forEach(text -> quoted.add(quoted(text)));
            return list(key, quoted);
        }

        /** Names of classes and their bytes, as characters up to 255. */
        Json named(String key, Map<String, byte[]> classes) {
            Json json = new Json();
            classes.forEach((name, bytes) -> json.put(name, new String(bytes, StandardCharsets.ISO_8859_1)));
            return raw(key, json.end());
        }

        Json raw(String key, String value) {
            text.append(text.length() > 1 ? "," : "").append(quoted(key)).append(':').append(value);
            return this;
        }

        String end() {
            return text + "}";
        }

        static String quoted(String value) {
            StringBuilder quoted = new StringBuilder("\"");
            for (char c : value.toCharArray()) {
                boolean plain = c >= ' ' && c < 127 && c != '"' && c != '\\';
                quoted.append(plain ? String.valueOf(c) : String.format("\\u%04x", (int) c));
            }
            return quoted.append('"').toString();
        }
    }
}
